/** The first match counts; iOS has one engine in all apps. */
const ENGINES = [
	['ios', /\bOS (\d+)_\d.* like Mac/],
	['firefox', /Firefox\/(\d+)/],
	['chrome', /Chrome\/(\d+)/],
	['safari', /Version\/(\d+).* Safari/],
	['other', /()/],
] as const;

/** Engine and version of a user agent, after the app around it, such as `wechat.chrome116` or `ios17`. */
export function engineOf(userAgent: string): string {
	const [app = ''] = /wxwork|MicroMessenger|DingTalk|\bQQ(?=\/)/.exec(userAgent) || [];
	const [name, pattern] = ENGINES.find(([, each]) => each.test(userAgent))!;
	const engine = name + pattern.exec(userAgent)![1];
	return app ? `${app.replace('MicroMessenger', 'wechat').toLowerCase()}.${engine}` : engine;
}

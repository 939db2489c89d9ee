/** Behaviour of a WeChat client. */
export interface WechatClient {
	/** The URL that WeChat compares the signature with; 'none': it refuses all. */
	accepts?: 'entry' | 'current' | 'none';
	/** Milliseconds until the bridge is injected; -1: never. */
	after?: number;
	/** Names of the calls this client lacks. */
	lacks?: string[];
}

/** Runs in the page before its scripts: the part of WeChat's bridge that jweixin uses. */
export function injectWechatBridge({ accepts = 'current', after = 0, lacks = [] }: WechatClient) {
	const page = window as any;
	const entry = location.href.split('#')[0];
	const calls: [string, any][] = (page.calls = []);
	const events: Record<string, (payload: object) => void> = (page.events = {});
	let verified = false;
	const bridge = {
		on: (name: string, listener: (payload: object) => void) => void (events[name] = listener),
		invoke(name: string, params: any, answer: (result: object) => void) {
			calls.push([name, JSON.parse(JSON.stringify(params))]);
			const reply = (verdict: string) => setTimeout(answer, 20, { err_msg: `${name}:${verdict}` });
			if (name === 'getNetworkType') return setTimeout(answer, 5, { err_msg: 'network_type:wifi' });
			if (name === 'preVerifyJSAPI') {
				const address = accepts === 'entry' ? entry : location.href.split('#')[0];
				return setTimeout(() => {
					verified = accepts !== 'none' && params.verifySignature === 'of ' + address;
					reply(verified ? 'ok' : 'fail_invalid signature');
				}, 50);
			}
			if (lacks.includes(name)) return reply('function_not_exist');
			reply(verified ? 'ok' : 'fail, the permission value is offline verifying');
		},
	};
	const inject = () => {
		page.WeixinJSBridge = bridge;
		document.dispatchEvent(new Event('WeixinJSBridgeReady'));
	};
	if (after > 0) setTimeout(inject, after);
	if (after === 0) page.WeixinJSBridge = bridge;
}

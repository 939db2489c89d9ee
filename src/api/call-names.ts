/** Names of all calls, which are keys of `api.tokens` and `api.methodCodes`. */
export const CALLS: readonly string[] = [
	'live/detail',
	'live/comment/page',
	'information/newslistapi',
	'stream/chat/findByPage/with/video',
	'stream/chat/save',
	'stream/chat/delete',
	'wxjs/getWechatShareToken',
];

/**
 * Example answers: each field by name, once. The readers, the stand-in origin, tests and the text in `src/docs/api.md`
 * follow from them. No script of the page imports their values.
 */

/** A live (`fetch-live.ts`, `complete-live.ts`). */
export const LIVE_EXAMPLE = {
	id: '1',
	status: 2,
	title: '校园科技文化节',
	summary: '小小发明家，大大中国梦。',
	description: '<p>亲爱的家长朋友们：</p>',
	coverImg: 'https://cdn.example.com/cover.jpg',
	videoPic: 'https://cdn.example.com/video.jpg',
	posPic: 'https://cdn.example.com/poster.jpg',
	headPic: 'https://cdn.example.com/school.png',
	organizationId: 3001,
	organizationTitle: '阳光实验小学',
	peopleCount: 12345,
	playbackUrl: 'https://cdn.example.com/replay.mp4',
	originRts: 'artc://play.example.com/app/stream?auth_key=1',
	qualities: [
		{ name: '高清', kbps: 1130, url: 'artc://play.example.com/app/stream' },
		{ name: '标清', kbps: 400, url: 'artc://play.example.com/app/stream_sd' },
	],
	playbackQualities: [
		{ name: '高清', kbps: 1130, url: 'https://cdn.example.com/replay.mp4' },
		{ name: '声音', kbps: 40, url: 'https://cdn.example.com/replay.m4a', audioOnly: true },
	],
	chapters: [
		{ t: 0, text: '开场' },
		{ t: '1:30', text: '例题讲解' },
	],
	captions: 'https://cdn.example.com/replay.vtt',
	snapshot: 'https://cdn.example.com/live/1.jpg',
	firstUrl: 'https://live.example.com/live/1_ld.flv',
	startTime: '2026-12-31T19:00:00+08:00',
	inviteCode: 'YG2024',
	oss: 'live/2024/1001.mp4',
	shareUrl: 'https://live.example.com/?id=1',
};

/** A comment (`comments.ts`). */
export const COMMENT_EXAMPLE = {
	id: 77,
	nickname: '小明妈妈',
	content: '老师们辛苦了！',
	userId: 42,
	createTime: 1700000000000,
};

/** A news item (`news.ts`). */
export const NEWS_EXAMPLE = {
	newsid: 9001,
	newstitle: '秋季运动会圆满落幕',
	img: 'https://cdn.example.com/news.jpg',
	headImg: 'https://cdn.example.com/school.png',
	readnum: 1234,
	commentCountNew: 5,
};

/** A signature for sharing (`share-signature.ts`). */
export const SIGNATURE_EXAMPLE = {
	appid: 'wx8f3c0d9b5e6a7142',
	signature: '5d2f…',
	nonceStr: '7c1a…',
	timestamp: 1700000000,
};

/** Fields that may well be missing; the others are missed by `npm run check`. */
export const OPTIONAL_FIELDS = [
	'videoPic',
	'posPic',
	'summary',
	'qualities',
	'playbackQualities',
	'chapters',
	'captions',
	'snapshot',
	'firstUrl',
	'startTime',
	'inviteCode',
	'nickname',
	'userId',
	'createTime',
];

/** The answer that an example stands for: each field may be missing or of any type. */
export type Raw<Example> = Partial<Record<keyof Example, unknown>>;

import type { Comment } from './entities.ts';

const NICKNAMES = (
	'向日葵妈妈 三年二班小宇爸爸 晨曦 李老师 快乐的小鱼 王子轩妈妈 爱吃糖的猫 六一班家委会 清风徐来 朵朵外婆 ' +
	'小石头 陈默 五年级张一诺 大山里的孩子 阿福 雨后彩虹🌈 乐乐爸爸 教导处刘主任 一只小小鸟 Grace妈妈'
).split(' ');

const COMMENT_TEXTS = [
	'孩子们太棒了！',
	'画面很清晰，给学校点赞👍',
	'看到我家宝贝了，第二排左边那个！',
	'老师们辛苦了',
	'水火箭什么时候开始呀？',
	'今年的节目比去年还精彩',
	'机器人自己会转弯，厉害厉害',
	'在外地出差，还好有直播可以看',
	'加油！三年二班加油！',
	'主持人小朋友普通话真标准',
	'能看回放吗？上午在开会没赶上',
	'这个垃圾分类箱太有创意了，希望能在小区推广',
	'👏👏👏',
	'声音有点小，调大一点就好了',
	'奶奶也在看，她说孙子长高了',
	'感谢学校提供这样的平台，让孩子们有机会展示自己。从报名到今天整整准备了两个月，每天放学都在实验室待到很晚，看到他们站在台上，当妈的眼泪都下来了。',
	'请问颁奖典礼几点？',
	'六年级的哥哥姐姐好帅',
	'科技改变生活',
	'小小发明家，大大中国梦！',
	'<b>这不是加粗</b> & "引号" 也没关系',
	'转发给亲戚们一起看',
];

/** Texts of the official assistant. */
const ASSISTANT_TEXTS = [
	'欢迎来到直播间，请文明发言，共同维护良好的观看环境。',
	'机器人挑战赛即将开始，请不要走开。',
	'如遇卡顿，请切换到无线网络或刷新页面。',
];

/** Formats a time as `YYYY-MM-DD HH:mm:ss` in the local time zone. @param time milliseconds since 1970 */
export function timeText(time: number): string {
	const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
	return local.toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Generates comments, newest first. The same arguments give the same comments.
 * Every eleventh is from the official assistant, whose nickname is empty.
 * @param firstId id of the oldest
 * @param until time of the newest, milliseconds since 1970
 * @param step milliseconds between two
 */
export function makeComments(count: number, firstId: number, until: number, step = 17_000): Comment[] {
	return Array.from({ length: count }, (_, i) => {
		const n = count - 1 - i;
		const official = n % 11 === 0;
		const list = official ? ASSISTANT_TEXTS : COMMENT_TEXTS;
		return {
			id: firstId + n,
			nickname: official ? '' : NICKNAMES[(n * 7) % NICKNAMES.length]!,
			content: list[(official ? n / 11 : n * 5 + Math.floor(n / list.length)) % list.length]!,
			createTime: timeText(until - i * step),
			userId: official ? '' : String(500 + ((n * 7) % NICKNAMES.length)),
		};
	});
}

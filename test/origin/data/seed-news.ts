import { imageUrl, type NewsItem } from './entities.ts';

type Row = [title: string, reads: number | string, comments?: number | string | null, img?: string, headImg?: string];

const NEWS: Row[] = [
	['我校在全国青少年机器人大赛中斩获两金一银', 3280, 46, 'science-3', 'badge-1'],
	['家校携手，共育未来——秋季家长开放日活动侧记', '1523', '18', 'campus-2', 'badge-1'],
	['关于国庆假期安排及安全教育致家长的一封信', 12876, 0, undefined, 'stage-4'],
	['书香满校园：第八届读书节启动', 864, 7, 'campus-4'],
	['运动会捷报：四百米接力打破尘封十一年的校纪录', '2045', 31, 'sports-3', 'badge-1'],
	['食堂开放日：家长代表走进后厨，看看孩子们每天吃什么', 5390, 102, '', 'campus-3'],
	['少先队新队员入队仪式隆重举行', 1177, null, 'stage-1'],
	['校合唱团赴省城参加新年音乐会', 640, undefined, 'stage-2'],
	['护航成长：心理健康教育周系列活动圆满收官，来听听同学们自己怎么说', '0', '0', undefined, 'campus-1'],
	['天文社的夜晚：用自制望远镜看土星光环', 998, 12, 'science-1', 'badge-1'],
	['校园安全提示：雨雪天气出行注意事项', 310, 1],
	['劳动实践基地喜获丰收，同学们把萝卜送给社区老人', 1466, 23, 'campus-3', 'badge-1'],
];

/** The initial news: some without `img`, some with no image at all; numbers as numbers, strings, null and absent. */
export const seedNews = (): NewsItem[] =>
	NEWS.map(([newstitle, readnum, commentCountNew, img, headImg], i) => ({
		newsid: i === 3 ? '9004' : 9001 + i,
		newstitle,
		readnum,
		...(commentCountNew !== undefined && { commentCountNew }),
		...(img !== undefined && { img: img && imageUrl(img) }),
		...(headImg && { headImg: imageUrl(headImg) }),
	}));

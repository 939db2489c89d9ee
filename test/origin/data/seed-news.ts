import type { NewsItem } from './entities.ts';

const imageUrl = (name: string) => `{origin}/media/pictures/${name}.svg`;

/** The initial news: some without `img`, some with no image at all; numbers as numbers, strings, null and absent. */
export const seedNews = (): NewsItem[] => [
	{
		newsid: 9001,
		newstitle: '我校在全国青少年机器人大赛中斩获两金一银',
		img: imageUrl('science-3'),
		headImg: imageUrl('badge-1'),
		readnum: 3280,
		commentCountNew: 46,
	},
	{
		newsid: 9002,
		newstitle: '家校携手，共育未来——秋季家长开放日活动侧记',
		img: imageUrl('campus-2'),
		headImg: imageUrl('badge-1'),
		readnum: '1523',
		commentCountNew: '18',
	},
	{
		newsid: 9003,
		newstitle: '关于国庆假期安排及安全教育致家长的一封信',
		headImg: imageUrl('poster-1'),
		readnum: 12876,
		commentCountNew: 0,
	},
	{
		newsid: '9004',
		newstitle: '书香满校园：第八届读书节启动',
		img: imageUrl('books-1'),
		readnum: 864,
		commentCountNew: 7,
	},
	{
		newsid: 9005,
		newstitle: '运动会捷报：四百米接力打破尘封十一年的校纪录',
		img: imageUrl('sports-3'),
		headImg: imageUrl('badge-1'),
		readnum: '2045',
		commentCountNew: 31,
	},
	{
		newsid: 9006,
		newstitle: '食堂开放日：家长代表走进后厨，看看孩子们每天吃什么',
		img: '',
		headImg: imageUrl('campus-3'),
		readnum: 5390,
		commentCountNew: 102,
	},
	{
		newsid: 9007,
		newstitle: '少先队新队员入队仪式隆重举行',
		img: imageUrl('sunrise-3'),
		readnum: 1177,
		commentCountNew: null,
	},
	{ newsid: 9008, newstitle: '校合唱团赴省城参加新年音乐会', img: imageUrl('stage-2'), readnum: 640 },
	{
		newsid: 9009,
		newstitle: '护航成长：心理健康教育周系列活动圆满收官，来听听同学们自己怎么说',
		headImg: imageUrl('books-2'),
		readnum: '0',
		commentCountNew: '0',
	},
	{
		newsid: 9010,
		newstitle: '天文社的夜晚：用自制望远镜看土星光环',
		img: imageUrl('night-3'),
		headImg: imageUrl('badge-1'),
		readnum: 998,
		commentCountNew: 12,
	},
	{ newsid: 9011, newstitle: '校园安全提示：雨雪天气出行注意事项', readnum: 310, commentCountNew: 1 },
	{
		newsid: 9012,
		newstitle: '劳动实践基地喜获丰收，同学们把萝卜送给社区老人',
		img: imageUrl('sunrise-4'),
		headImg: imageUrl('badge-1'),
		readnum: 1466,
		commentCountNew: 23,
	},
];

import { imageUrl, type Live } from './entities.ts';

/** Rich text with every kind of element that descriptions use. */
const DESCRIPTION = `
<h2>第十二届校园科技文化节</h2>
<p>亲爱的家长朋友们：金秋十月，<strong>阳光实验小学</strong>第十二届科技文化节如约而至。本届主题为“<em>小小发明家，大大中国梦</em>”，全校三十六个班级、一千六百余名同学参加。</p>
<p><img src="${imageUrl('campus-1')}" alt="校园全景"></p>
<h3>今日安排</h3>
<ul>
<li>08:30 开幕式与升旗仪式</li>
<li>09:00 机器人挑战赛（体育馆）</li>
<li>10:20 水火箭发射（操场）</li>
<li>14:00 科学小论文答辩（报告厅）</li>
<li>15:30 颁奖典礼</li>
</ul>
<h3>精彩预告</h3>
<p>六年级的同学们将展示自己设计的“会说话的垃圾分类箱”，三年级的小朋友们会带来纸桥承重比赛。</p>
<p><img src="${imageUrl('science-2')}" alt="科技作品展示"></p>
<p style="color:#888">温馨提示：请在无线网络环境下观看，长按图片可以保存。</p>
<p>更多活动见<a href="https://www.example.com/school/activity">活动专题页</a>。</p>
`.trim();

/** A live of the school. The API names no qualities of it or its replay, as most backends. */
const makeLive = (id: number, status: number, fields: Partial<Live>): Live => ({
	id: `${id}`,
	status,
	description: DESCRIPTION,
	headPic: imageUrl('badge-1'),
	posPic: imageUrl('stage-3'),
	videoPic: imageUrl('campus-4'),
	organizationId: 3001,
	organizationTitle: '阳光实验小学',
	inviteCode: 'YG2024',
	oss: `live/2024/${1000 + id}.mp4`,
	shareUrl: `{origin}/?id=${id}`,
	...fields,
});

/** The live of `?id=1`, and copies of it. */
const scienceFestival = (id: number, fields: Partial<Live> = {}): Live =>
	makeLive(id, 1, {
		title: '第十二届校园科技文化节 · 现场直播',
		summary: '小小发明家，大大中国梦。阳光实验小学邀您云端同行。',
		coverImg: imageUrl('science-1'),
		peopleCount: 12345,
		originRts: 'artc://{host}/live/demo',
		...fields,
	});

/** When the lesson of `?id=15` was broadcast, milliseconds. */
export const LESSON_START = new Date(2026, 8, 1, 19, 5).getTime();

/** The initial lives, one for each thing that the video area can show (spec §4). */
export const seedLives = (): Live[] => [
	makeLive(0, 0, {
		title: '新年音乐会：童声里的四季',
		summary: '十二月三十一日晚七点，不见不散。',
		description:
			'<h2>童声里的四季</h2><p>合唱团、民乐团与管乐团同台，十二首曲目带您走过春夏秋冬。</p><ol><li>春：《茉莉花》</li><li>夏：《荷塘月色》</li><li>秋：《送别》</li><li>冬：《雪绒花》</li></ol>' +
			`<p><img src="${imageUrl('stage-3')}" alt="音乐厅"></p>`,
		coverImg: imageUrl('stage-1'),
		peopleCount: 986,
	}),
	scienceFestival(1),
	makeLive(2, 2, {
		title: '秋季运动会闭幕式',
		summary: '感谢每一位奔跑的少年。',
		description: `<h2>秋季运动会</h2><p>两天时间，二十四个项目，七项校纪录被刷新。</p><p><img src="${imageUrl('sports-2')}" alt="接力比赛"></p>`,
		coverImg: imageUrl('sports-1'),
		peopleCount: '10000',
		playbackUrl: '{origin}/media/replay.mp4',
	}),
	makeLive(3, 3, {
		title: '开学第一课：星辰大海',
		summary: '航天科普专家走进校园。',
		description: `<h2>开学第一课</h2><p>从两弹一星到空间站，听航天人讲述仰望星空的故事。</p><blockquote>“愿你们都有一颗探索的心。”</blockquote><p><img src="${imageUrl('science-2')}" alt="星空"></p>`,
		coverImg: imageUrl('science-3'),
		peopleCount: 28650,
		playbackUrl: '{origin}/media/replay.mp4',
	}),
	makeLive(5, 1, {
		title: '校园慢直播：清晨的操场',
		summary: '看日出，听鸟鸣。',
		description: `<p>二十四小时不间断，陪你看校园的一草一木。</p><p><img src="${imageUrl('campus-2')}" alt="清晨"></p>`,
		coverImg: imageUrl('sports-3'),
		peopleCount: 9999,
		originRts: '{origin}/media/replay.mp4',
	}),
	scienceFestival(6, { title: '科技文化节 · 分会场直播', originRts: 'whep://{host}/whep/demo2' }),
	scienceFestival(7, { title: '试播：来自发布页面的画面', originRts: 'artc://{host}/live/studio' }),
	makeLive(8, 3, {
		title: '班级小舞台：手机竖屏录制',
		summary: '家长用手机记录的午间演出。',
		description: '<p>竖着拿手机拍摄的画面。</p>'.repeat(12),
		coverImg: imageUrl('stage-4'),
		peopleCount: 320,
		playbackUrl: '{origin}/media/upright.mp4',
	}),
	makeLive(9, 3, {
		title: '科技文化节 · 精彩回放',
		summary: '三种清晰度，也可以只听声音。',
		coverImg: imageUrl('science-1'),
		peopleCount: 5120,
		playbackUrl: '{origin}/media/recording.mp4',
		playbackQualities: [
			{ name: '高清', kbps: 1170, url: '{origin}/media/recording.mp4' },
			{ name: '标清', kbps: 440, url: '{origin}/media/recording_sd.mp4' },
			{ name: '流畅', kbps: 170, url: '{origin}/media/recording_ld.mp4' },
			{ name: '仅声音', kbps: 43, url: '{origin}/media/recording_sound.mp4', audioOnly: true },
		],
	}),
	makeLive(10, 3, {
		title: '科技文化节 · 回放（HLS）',
		summary: '同一段录像，以 m3u8 提供。',
		coverImg: imageUrl('science-1'),
		peopleCount: 640,
		playbackUrl: '{origin}/media/recording.m3u8',
	}),
	makeLive(11, 3, {
		title: '公开课：一个小时的数学',
		summary: '完整一课时，三种清晰度。',
		coverImg: imageUrl('science-2'),
		peopleCount: 1280,
		playbackUrl: '{origin}/media/hour.mp4',
		playbackQualities: [
			{ name: '高清', kbps: 1170, url: '{origin}/media/hour.mp4' },
			{ name: '标清', kbps: 440, url: '{origin}/media/hour_sd.mp4' },
			{ name: '流畅', kbps: 170, url: '{origin}/media/hour_ld.mp4' },
		],
	}),
	makeLive(12, 3, {
		title: '公开课：摄像机原始文件',
		summary: '索引在文件末尾。',
		coverImg: imageUrl('science-2'),
		peopleCount: 320,
		playbackUrl: '{origin}/media/hour_sd_last.mp4',
	}),
	scienceFestival(13, { title: '科技文化节 · FLV 直播', originRts: '{origin}/live/demo.flv' }),
	scienceFestival(14, { title: '科技文化节 · MP4 直播', originRts: '{origin}/live/demo.live.mp4' }),
	makeLive(15, 3, {
		title: '公开课：星空从哪里看起',
		summary: '分章节，带字幕；点留言的时间可回到那一刻。',
		description: '<p>0:30 认识北斗，1:15 动手做星盘，1:45 答疑。</p><p>课后练习本周日 19:30 讲评，回放长 2:06。</p>',
		coverImg: imageUrl('science-2'),
		peopleCount: 860,
		playbackUrl: '{origin}/media/recording.mp4',
		playbackQualities: [
			{ name: '高清', kbps: 1170, url: '{origin}/media/recording.mp4' },
			{ name: '流畅', kbps: 170, url: '{origin}/media/recording_ld.mp4' },
			{ name: '仅声音', kbps: 43, url: '{origin}/media/recording_sound.mp4', audioOnly: true },
		],
		startTime: LESSON_START,
		chapters: [
			{ t: 0, text: '开场' },
			{ t: 30, text: '认识北斗' },
			{ t: '1:15', text: '动手做星盘' },
			{ t: 105, text: '答疑' },
		],
		captions: '{origin}/media/recording.vtt',
	}),
];

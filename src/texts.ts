/**
 * Texts of the page, by place; translate the page here, in `diagnose/diagnosis-texts.ts` and in
 * `static/open-in-browser.svg`. Deployments set theirs in `config.ts`. Lines with § are the specification's. Plain
 * constants, which the minifier inlines.
 */

// The document
export const NO_SCRIPT = '请启用JavaScript后刷新';
export const BUNDLE_FAILED = '内容加载失败，正在重试…';
export const LOADING = '加载中…';
export const NO_CONNECTION = '网络不给力，请检查网络后重试';

// Tabs
export const TABS = '直播内容';
export const INTRODUCTION = '直播介绍'; // §2
export const CHAT = '互动空间'; // §2
export const NEWS = '相关资讯'; // §2

// Stage: names for screen readers
export const STAGE = '直播';
export const VIDEO = '直播画面';
export const COVER = '直播封面';
export const VIEWERS = '人观看';
export const TEN_THOUSAND = '万'; // §2
export const HUNDRED_MILLION = '亿';

// Stage: badges and the organization
export const LIVE = '直播中';
export const NOT_STARTED = '即将开始';
export const REPLAY = '回放';
export const FOLLOW = '关注';

// Stage: messages
export const BEFORE_START = '直播尚未开始，开播后自动播放';
export const ENDED = '直播已结束';
export const REPLAY_NOT_READY = '回放还在准备中，请稍后再来';
export const CONNECTING = '直播加载中…';
export const STALLED = '网络较慢，缓冲中…';
export const RECONNECTING = '正在重新连接…';
export const UNPUBLISHED = '直播信号还没有来，请稍候';
export const STREAM_ENDED = '直播信号中断，正在重连…';
export const PAUSED = '已暂停，点击继续';
export const PLAY_BY_CLICK = '点击播放';
export const NO_FRAME = '正在等待画面…';
export const UNDECODABLE = '当前浏览器无法显示画面，请换个浏览器或打开App观看';
export const CAMERA_OFF = '主播暂时关闭了画面';
export const UNSUPPORTED = '当前浏览器无法播放，请换个浏览器或打开App观看';
/** Leaves the app out of a text for those who are in it. */
export const withoutApp = (text: string) => text.replace('或打开App', '');
export const REPLAY_UNAVAILABLE = '视频暂时无法加载，正在重试…';
export const REPLAY_FAILED = '视频加载失败，请重试';
export const TOO_SLOW = '网速低于视频所需，会不时停顿';
export const UNREACHABLE = '当前网络无法播放，请切换 Wi-Fi 或移动数据';
export const OFFLINE_HERE = '网络已断开，恢复后自动继续';
export const SOUND_PLAYS = '正在收听声音 · 省流量';
export const UNPLAYABLE = '直播暂时无法播放，恢复后将自动继续';
export const INCOMPLETE_LINK = '链接不完整，请重新打开分享的链接';
export const SERVICE_UNAVAILABLE = '服务暂时不可用，请稍后重试';
export const LIVE_NOT_FOUND = '没有找到这场直播';
export const NOT_ALLOWED = '暂无观看权限，请重新登录或联系主办方';

export const DIAGNOSE = '检测原因';
export const errorCode = (code: number) => `错误码 ${code}`;

// Stage: before the start
export const STARTS_SOON = '即将开播';
export const ADD_TO_CALENDAR = '添加到日历';
export const COPY_START = '复制开播时间';
export const dayName = (days: number, isEvening: boolean) => ['今', '明'][days] + (isEvening ? '晚' : '天');
/** `year` 0: this one. */
export const dateName = (year: number, month: number, day: number) => `${year ? `${year}年` : ''}${month}月${day}日`;
export const startsAt = (time: string) => `${time} 开播`;
export const startsIn = (clock: string) => `距开播 ${clock}`;

// Stage: buttons
export const RETRY = '重试';
export const WATCH_REPLAY = '观看回放';
export const OPEN_APP = '打开App';
export const COPY_LINK = '复制链接';
export const BACK = '返回';
export const UNMUTE = '点击开启声音';
export const PAUSE = '暂停';
export const PLAY = '播放';
export const MUTE = '静音';
export const SOUND_ON = '打开声音';
export const VOLUME = '音量';
export const FULLSCREEN = '全屏';
export const LEAVE_FULLSCREEN = '退出全屏';
export const DRAWER = '互动';
export const SOUND_ONLY = '只听声音';
export const ORIGINAL = '原画';

// Stage: qualities
export const QUALITY = '画质';
export const AUTOMATIC = '自动';
export const FOLLOWS_LINK = '随网络变化';
export const WHILE_LOCKED = '锁屏也能听';
export const CHOOSE_AUTOMATICALLY = '切换到自动';
export const automatic = (name: string) => `自动 · ${name}`;
export const qualityIs = (name: string) => `画质：${name}`;
export const loweredTo = (name: string) => `网络较慢，已切换到${name}`;
export const SOUND_FIRST = '网络较慢，先听声音，恢复后自动显示画面';
export const VIDEO_RESTORED = '网络已恢复，正在显示画面';

// Stage: replay
export const resumedAt = (time: string) => `已从 ${time} 继续播放`;
export const startedAt = (time: string) => `从 ${time} 开始播放`;
export const FROM_START = '从头播放';
export const PLACE = '播放进度';
/** 1:02:03 as 1小时02分03秒. */
const spokenTime = (clock: string) => {
	const [seconds, minutes, hours] = clock.split(':').reverse();
	return `${hours ? `${hours}小时` : ''}${minutes}分${seconds}秒`;
};
export const placeOf = (place: string, length: string) => `${spokenTime(place)}，共${spokenTime(length)}`;
export const CHAPTERS = '章节';
export const CAPTIONS = '字幕';
export const SHOW_CAPTIONS = '打开字幕';
export const NO_CAPTIONS = '字幕加载失败';
export const AIRPLAY = '隔空播放';
export const PICTURE_IN_PICTURE = '画中画';
export const PLAY_AGAIN = '重新播放';
export const SPEED = '播放速度';
export const speed = (times: number) => `${times}x`;
export const speedIs = (times: number) => `播放速度：${times}x`;

// Times that are no places of a replay: behind and before these characters, or behind a day
export const BEFORE_CLOCK = '至到月日号午晚早晨间';
export const BEHIND_CLOCK = '至到分点整准开';
export const BEHIND_DAY = /(周|星期|礼拜)[一二三四五六天]\s*$/;

// Keyboard
export const skipped = (seconds: number) => (seconds < 0 ? `后退 ${-seconds} 秒` : `前进 ${seconds} 秒`);
export const volumeIs = (volume: number) => `音量 ${Math.round(volume * 100)}%`;

// Mobile data
export const dataCost = (kbps: number) => `约 ${(kbps * 0.0075).toFixed(kbps < 125 ? 1 : 0)} MB/分钟`;
export const onMobileData = (cost: string) => `正在使用移动数据，${cost}`;

/** One decimal below 3 MB; '' for nothing. */
export const usedData = (bytes: number) => {
	const megabytes = bytes / 1e6;
	return megabytes < 0.05 ? '' : `本次已用 ${megabytes < 3 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
};

// Introduction and share
export const SHARE = '分享';
export const FROM_BEGINNING = '完整回放';
export const fromHere = (time: string) => `从此刻开始 ${time}`;
export const SHARE_BY_MENU = '点击右上角“···”分享给好友';
export const NO_INTRODUCTION = '主办方还没有填写介绍';
export const VIEW_IMAGE = '查看图片';
export const OPEN_WEB_PAGE = '打开网页';
export const DESCRIPTION_CUT = '内容过长，仅显示部分';

// Chat
export const COMMENTS = '聊天';
export const MESSAGES = '聊天消息';
export const ASSISTANT = '直播小助手'; // §3
export const OWN = '我';
export const OFFICIAL = '官方';
export const NO_NAME = '匿名用户';
export const DELETE = '删除'; // §5
export const CONFIRM_DELETION = '确认删除评论？'; // §5
export const DELETION_FAILED = '删除失败，请稍后重试';
export const messagesInAll = (count: number | string) => `共 ${count} 条消息`;
/** Of a chat that is not where its replay is. */
export const BACK_TO_REPLAY = '回到正在播放处';
/** New messages that are counted; more are said to be more. */
export const MAX_NEW = 60;
export const newMessages = (count: number) => `${count < MAX_NEW ? count : `${MAX_NEW}+`} 条新消息`;
export const deletionOf = (nickname: string, content: string) =>
	`删除${nickname}的消息：${content.length > 20 ? `${content.slice(0, 20)}…` : content}`;
export const PULL_TO_REFRESH = '下拉刷新';
export const RELEASE_TO_REFRESH = '松开刷新';

// Composer
export const COMPOSER = '说点什么';
export const PHRASES = '常用语';
export const COMPOSER_HINT = '说点什么…';
export const SEND = '发送';
export const SENDING = '发送中…';
export const SENT = '已发送';
export const SEND_FAILED = '发送失败，可点“重新编辑”';
export const SEND_OFFLINE = '网络已断开，恢复后再发';
export const SEND_AGAIN = '网络已恢复，可以发送了';
export const tooLong = (limit: number, over: number) => `最多${limit}字，已超出${over}字`;
export const EDIT_AGAIN = '重新编辑';
export const LOG_IN_TO_CHAT = '登录后参与互动';
export const OPEN_APP_TO_CHAT = '打开App参与互动';

// News
export const READS = '人已读'; // §2
export const COMMENT_COUNT = '条评论'; // §2
export const SHOW_IMAGE = '点击看图';

// Lists
export const OFFLINE = '网络已断开，请检查网络设置';
export const SHOWN_LATER = '恢复后自动显示';
export const NOTHING_TO_SHOW = '暂无内容';
export const END_OF_LIST = '没有更多了'; // §2
export const NO_NEWS = '暂无资讯';
export const NO_MESSAGES = '还没有消息';
export const NO_MESSAGES_WRITE = '还没有消息，来说两句吧';
export const LOAD_FAILED = '加载失败';
export const CLICK_TO_RETRY = '点击重试';
export const UPDATED = '页面已更新，';
export const CLICK_TO_RELOAD = '点击刷新';
export const UPDATED_WHILE_PLAYING = '页面已更新，暂停后自动刷新';

// Dialogs
export const CANCEL = '取消';
export const CONFIRM = '确认';
export const CLOSE = '关闭';
export const OPEN_IN_BROWSER = '请在浏览器中打开';
export const OPEN_IN_BROWSER_STEPS = '点击右上角菜单，选择在浏览器中打开。点按关闭';

// Footer, native app, clipboard
export const COPY_INVITE_CODE = '复制邀请码';
export const COPIED = '已复制';
export const LINK_COPIED = '链接已复制，快去分享给好友吧';
export const COPY_FAILED = '复制失败，请手动输入';
export const COPY_LINK_FAILED = '复制失败，请手动复制链接';
export const IMAGE_SAVED = '保存成功!'; // §8
export const IMAGE_NOT_SAVED = '保存失败，请重试!'; // §8
export const APP_REFUSED = '操作失败，请稍后重试';
export const openAppNamed = (name: string) => `请打开${name}App`;
export const openAppOnPhone = (name: string) => `请在手机上打开${name}App`;

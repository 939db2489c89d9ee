/** Goes over to the server's build where a script of this one is missing, as after a deployment. */
import { limitRate } from './limit-rate.ts';

/** Options of {@link followBuild}. */
export interface BuildOptions {
	video: HTMLVideoElement;
	/** The server has another build. It begins once nothing plays, or when `goOver` is called. */
	onFound(goOver: () => void): void;
	/** Called before this page is left. */
	onLeave(): void;
}

/** Of the history entry: the build that was gone over to, as it is tried once, and whether the video was paused then. */
interface Moved {
	movedTo?: string;
	paused?: boolean;
}

/** The name in a build's HTML that changes with every script. */
const BUNDLE = /app\.\w{8}\.js/;

/** Watches for scripts that are missing. */
export function followBuild({ video, onFound, onLeave }: BuildOptions): void {
	let found = '';
	const moved: Moved = Object(history.state);
	const mark = (marks: Moved) => history.replaceState(Object.assign({}, history.state, marks), '');
	const isIdle = () => video.paused || video.readyState < 2;

	function goOver() {
		onLeave();
		mark({ movedTo: found, paused: video.paused && video.readyState > 1 });
		location.reload();
	}
	/** In a hidden tab a reload would play, or could not. */
	const onIdle = () => !document.hidden && isIdle() && goOver();

	const check = limitRate(async () => {
		try {
			const response = await fetch(location.pathname, { cache: 'no-cache' });
			const [theirs = ''] = BUNDLE.exec(await response.text()) || [];
			if (found || !theirs || theirs === moved.movedTo || document.documentElement.innerHTML.includes(theirs)) return;
			found = theirs;
			video.onpause = video.onemptied = onIdle;
			document.addEventListener('visibilitychange', onIdle);
			onFound(goOver);
			onIdle();
		} catch {
			// The next missing script asks again.
		}
	});
	const isScript = (target: EventTarget | null) => !!(target as HTMLScriptElement).integrity;
	// Errors of loads do not bubble.
	addEventListener('error', ({ target }) => isScript(target) && check(), true);

	if (moved.paused) {
		mark({ paused: false });
		if (video.paused) video.addEventListener('playing', () => video.pause(), { once: true });
		else video.pause();
	}
}

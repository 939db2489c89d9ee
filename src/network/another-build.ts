/**
 * Goes over to the server's build, once, where a script of this one is gone, as after a deployment. `service-worker.js`
 * has one name in all builds: the page runs the server's, which knows the name of its own bundle.
 */
import { limitRate } from './failure-limit.ts';
import { loadScript } from './load-script.ts';

/** Event of the window that goes over at once unless prevented: then by calling its `detail`. */
const ANOTHER_BUILD = 'anotherbuild';

/** Part of `service-worker.js`. @param bundle name of the bundle of the server's build, which changes with every script */
export function goOver(bundle: string): void {
	if (document.documentElement.innerHTML.includes(bundle) || Object(history.state).movedTo === bundle) return;
	const detail = () => {
		history.replaceState(Object.assign({}, history.state, { movedTo: bundle }), '');
		location.reload();
	};
	if (dispatchEvent(new CustomEvent(ANOTHER_BUILD, { detail, cancelable: true }))) detail();
}

interface BuildOptions {
	player: { video: HTMLVideoElement; policy: { autoplayWindow: number }; state: { status: string } };
	/** The server has another build. It begins once nothing plays, or when `goOver` is called. */
	onFound(goOver: () => void): void;
	/** Called before this page is left. */
	onLeave(): void;
}

/** Watches for scripts that are missing. Keeps what is paused paused in the other build. */
export function followBuild({ player, onFound, onLeave }: BuildOptions): void {
	const { video } = player;
	let isFound = false;
	const mark = (paused: boolean) => history.replaceState(Object.assign({}, history.state, { paused }), '');

	addEventListener(ANOTHER_BUILD, (event) => {
		event.preventDefault();
		if (isFound) return;
		isFound = true;
		function goOver() {
			onLeave();
			// A paused broadcast has no connection.
			mark(player.state.status === 'paused' || (video.paused && video.readyState > 1));
			(event as CustomEvent<() => void>).detail();
		}
		/** In a hidden tab a reload would play, or could not. */
		const onIdle = () => !document.hidden && (video.paused || video.readyState < 2) && goOver();
		video.onpause = video.onemptied = onIdle;
		document.addEventListener('visibilitychange', onIdle);
		onFound(goOver);
		onIdle();
	});
	const check = limitRate(() => loadScript('service-worker.js').catch(() => {}));
	// Errors of loads do not bubble.
	addEventListener('error', ({ target }) => (target as Partial<HTMLScriptElement>).integrity && check(), true);

	if (Object(history.state).paused) {
		mark(false);
		// A pause soon after its start is no refusal of sound.
		player.policy.autoplayWindow = 0;
		// Until it plays, whoever loads it would play it anew.
		if (video.paused || video.readyState < 2) video.addEventListener('playing', () => video.pause(), { once: true });
		else video.pause();
	}
}

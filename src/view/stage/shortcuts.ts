import type { Page } from '../../models/page-model.ts';
import { isControllable } from '../../player/core/status.ts';
import * as texts from '../../texts.ts';
import { controlOf } from './control-of.ts';
import { toggleFullscreen } from './fullscreen.ts';
import { moveBetweenRows } from './move-between-rows.ts';
import { skip } from './skip.ts';
import { toggleSound } from './toggle-sound.ts';

/** Fraction. */
const VOLUME_STEP = 0.1;
/**
 * Obeys shortcuts: keys (space, M, F, Escape, arrows), also between the chat's rows, and a mouse's double click for full
 * screen. Elements that use a key keep it. Returns the cleanup.
 */
export function followShortcuts(
	video: HTMLVideoElement,
	{ player, actions, notice, drawer }: Pick<Page, 'player' | 'actions' | 'notice' | 'drawer'>,
): () => void {
	const status = () => player.status.peek();
	const isReplay = () => status() === 'replay';

	function togglePlayback() {
		if (isReplay()) return video.paused ? video.play() : video.pause();
		if (status() === 'blocked') actions.unmute();
		else if (status() === 'paused') actions.play();
		else actions.pause();
	}
	function changeVolume(by: number) {
		video.volume = Math.min(1, Math.max(0, video.volume + by));
		if (by > 0 && video.muted) toggleSound({ player, actions }, video);
		notice.showToast(texts.volumeIs(video.volume));
	}
	const fillScreen = () => toggleFullscreen(video);
	const keys: Record<string, () => unknown> = {
		' ': togglePlayback,
		m: () => toggleSound({ player, actions }, video),
		f: fillScreen,
		ArrowLeft: () => skip(video, -1, notice),
		ArrowRight: () => skip(video, 1, notice),
		ArrowUp: () => changeVolume(VOLUME_STEP),
		ArrowDown: () => changeVolume(-VOLUME_STEP),
	};

	function onKeyDown(event: KeyboardEvent, target: Element) {
		if (event.key === 'Escape' && !notice.dialog.peek() && drawer.peek()) {
			drawer.value = false;
			document.querySelector<HTMLElement>('.drawer-toggle')!.focus();
		}
		const chat = target.closest('.scroller');
		if (chat) moveBetweenRows(event, chat);
		const isLetter = /^\w$/.test(event.key);
		const key = isLetter ? event.key.toLowerCase() : event.key;
		if (!keys[key] || notice.dialog.peek()) return;
		if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
		if (!isLetter && (target.closest('.tabs') || (target === video && video.controls))) return;
		if (key === ' ' && target.closest('button')) return;
		if (key !== 'f' && !isControllable(status())) return;
		if (/Left|Right/.test(key) && !isReplay()) return;
		event.preventDefault();
		if (!event.repeat || /Arrow/.test(key)) keys[key]!();
	}

	function onEvent(event: Event) {
		const target = event.target as Element;
		if (event.defaultPrevented || target.closest('input, textarea')) return;
		if (event.type === 'keydown') onKeyDown(event as KeyboardEvent, target);
		// The browser's controls do it themselves.
		else if (target === video && video.controls) return;
		else if (matchMedia('(pointer: fine)').matches && target.closest('.stage') && !controlOf(event)) fillScreen();
	}
	const types = ['keydown', 'dblclick'];
	for (const type of types) document.addEventListener(type, onEvent);
	return () => types.forEach((type) => document.removeEventListener(type, onEvent));
}

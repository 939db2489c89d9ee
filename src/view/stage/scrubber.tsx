import { type ReactNode, useEffect, useRef, useState } from 'react';
import { bufferedEnd } from '../../player/watch/buffered-end.ts';
import * as texts from '../../texts.ts';
import { clockTime } from '../page/format.ts';

/** Seconds by key. */
const STEPS: Record<string, number> = {
	ArrowLeft: -10,
	ArrowDown: -10,
	ArrowRight: 10,
	ArrowUp: 10,
	PageDown: -60,
	PageUp: 60,
	Home: -Infinity,
	End: Infinity,
};
const SHOWN = ['timeupdate', 'progress', 'durationchange', 'seeking', 'seeked', 'pause'];
const TOUCHES = ['touchstart', 'touchmove', 'touchend', 'touchcancel'];
const CLICKS = ['mousemove', 'mouseup'];

/** Place, length and buffer of a recording. A finger or mouse seeks where it is released. */
export function Scrubber({ video, children }: { video: HTMLVideoElement; children?: ReactNode }) {
	const [, update] = useState<unknown>();
	/** Seconds under the finger or mouse; -1: none. */
	const [point, setPoint] = useState(-1);
	const drags = useRef(false);
	const slider = useRef<HTMLDivElement>(null);
	/** Screen readers read each change, so playback alone changes nothing while the slider has the focus. */
	const spoken = useRef('');
	const { currentTime, seeking } = video;
	const duration = isFinite(video.duration) ? video.duration : 0;

	useEffect(() => {
		const element = slider.current!;
		function onPoint(event: Event) {
			const { type, target } = event;
			const { changedTouches } = event as TouchEvent;
			const { clientX, button } = changedTouches
				? Object.assign(changedTouches[0]!, { button: 0 })
				: (event as MouseEvent);
			const { left, width } = element.getBoundingClientRect();
			const seconds = Math.min(1, Math.max(0, (clientX - left) / width)) * video.duration;
			if (button || !isFinite(seconds)) return;
			const ends = /up|end/.test(type);
			if (/start|down/.test(type)) drags.current = true;
			else if (!drags.current) return setPoint(element.contains(target as Node) ? seconds : -1);
			// No scrolling, and no mouse events after it.
			if (changedTouches) event.preventDefault();
			if (ends) video.currentTime = seconds;
			if (ends || type === 'touchcancel') drags.current = false;
			setPoint(drags.current ? seconds : -1);
		}
		// Each rendering is laid out and painted, also where the controls have faded: one a second there.
		const show = () => update(element.closest('.faded') ? clockTime(video.currentTime) : {});
		for (const type of SHOWN) video.addEventListener(type, show);
		for (const type of TOUCHES.concat('mousedown')) element.addEventListener(type, onPoint);
		for (const type of CLICKS) document.addEventListener(type, onPoint);
		return () => {
			for (const type of SHOWN) video.removeEventListener(type, show);
			for (const type of CLICKS) document.removeEventListener(type, onPoint);
		};
	}, []);

	function onKeyDown(event: { key: string; preventDefault(): void }) {
		const step = STEPS[event.key];
		if (!step) return;
		event.preventDefault();
		video.currentTime = Math.min(duration, Math.max(0, currentTime + step));
	}

	const place = drags.current ? point : currentTime;
	const percent = (seconds: number) => `${(duration && seconds / duration) * 100}%`;
	if (seeking || document.activeElement !== slider.current)
		spoken.current = texts.placeOf(clockTime(place), clockTime(duration));
	const [played, loaded] = [percent(place), percent(bufferedEnd(video, currentTime))];
	return (
		<div className="seek" style={{ visibility: duration ? undefined : 'hidden' }}>
			{clockTime(place)}
			<div
				className="slider"
				role="slider"
				tabIndex={0}
				aria-label={texts.PLACE}
				aria-valuemin={0}
				aria-valuemax={Math.round(duration)}
				aria-valuenow={Math.round(place)}
				aria-valuetext={spoken.current}
				onKeyDown={onKeyDown}
				ref={slider}
			>
				<i className="track">
					<i style={{ width: loaded }} />
					<i className="played" style={{ width: played }} />
				</i>
				{children}
				<i className="thumb" style={{ left: played }} />
				{point < 0 ? null : (
					<b className="bubble" style={{ left: percent(point), transform: `translateX(-${percent(point)})` }}>
						{clockTime(point)}
					</b>
				)}
			</div>
			{clockTime(duration)}
		</div>
	);
}

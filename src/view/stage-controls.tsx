import { useEffect, useState } from 'react';
import { Drawing } from './icon.tsx';
import type { ViewProps } from './props.ts';

/** Milliseconds without a touch after which what lies over a playing video fades. */
const FADE_DELAY = 4000;

/** On a 24 by 24 grid. */
const PATHS = {
	muted: 'M4 9v6h4l5 5V4L8 9zm12.500 3 3-3 1 1-3 3 3 3-1 1-3-3-3 3',
	sound: 'M4 9v6h4l5 5V4L8 9zm11-1q5 4 0 8z',
	fullscreen: 'M4 4h6v2H6v4H4zm10 0h6v6h-2V6h-4zM4 14h2v4h4v2H4zm14 0h2v6h-6v-2h4z',
};

const findVideo = () => document.getElementById('video') as HTMLVideoElement;

/** What wakes the controls, and a change of the sound; captured, because that does not bubble. */
const EVENTS = ['click', 'mousemove', 'focusin', 'volumechange'];

/**
 * Sound and full screen of a broadcast, which has no controls of the browser's own (spec §4). They and what else lies
 * over the video fade while it plays and come back on a touch. Part of the deferred script: nothing of it is needed
 * before the first frame.
 */
export function StageControls({ page }: ViewProps) {
	const { actions } = page;
	const { status, autoplayMuted } = page.player.state.value;
	const [muted, setMuted] = useState(false);
	const moving = status === 'playing' || status === 'stalled';

	useEffect(() => {
		const video = findVideo();
		const stage = video.closest('.stage')!;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const listener = ({ type, target }: Event | { type: ''; target: null }) => {
			setMuted(video.muted);
			clearTimeout(timer);
			stage.classList.remove('faded');
			if (status === 'playing' || status === 'replay')
				timer = setTimeout(() => stage.classList.add('faded'), FADE_DELAY);
			if (type === 'click' && status === 'blocked' && !(target as Element).closest('button')) actions.unmute();
		};
		listener({ type: '', target: null });
		for (const type of EVENTS) stage.addEventListener(type, listener, true);
		return () => {
			clearTimeout(timer);
			for (const type of EVENTS) stage.removeEventListener(type, listener, true);
		};
	}, [status]);

	if (!moving) return null;
	return (
		<div className="controls">
			{autoplayMuted ? null : (
				<Control
					icon={muted ? 'muted' : 'sound'}
					name={muted ? '打开声音' : '静音'}
					onClick={() => {
						if (muted) actions.unmute();
						else findVideo().muted = true;
					}}
				/>
			)}
			<Control icon="fullscreen" name="全屏" onClick={actions.fullscreen} />
		</div>
	);
}

function Control({ icon, name, onClick }: { icon: keyof typeof PATHS; name: string; onClick: () => void }) {
	return (
		<button className="icon-button" aria-label={name} onClick={onClick}>
			<Drawing path={PATHS[icon]} />
		</button>
	);
}

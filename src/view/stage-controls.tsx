import { type ComponentType, useEffect, useState } from 'react';
import type { PageComponent } from '../models/page-model.ts';
import * as texts from '../texts.ts';
import { isFullscreen, toggleFullscreen } from './fullscreen.ts';
import type { ControlsProps, ViewProps } from './props.ts';
import { QualityMenu } from './quality-menu.tsx';
import { toggleSound } from './toggle-sound.ts';

/** Milliseconds without a touch after which what lies over a playing video fades. */
const FADE_DELAY = 4000;

/** Kilobits a second from which on a quality says what it costs. */
const HIGH_RATE = 800;

/** What wakes the controls, and what changes them; captured, because some do not bubble. */
const EVENTS = [
	'click',
	'touchstart',
	'mousemove',
	'focusin',
	'volumechange',
	'seeking',
	'fullscreenchange',
	'webkitfullscreenchange',
	'load',
	'error',
];

/** On a 24 by 24 grid. */
const PATHS = {
	pause: 'M7 5h4v14H7zm6 0h4v14h-4z',
	sound: 'M4 9v6h4l5 5V4L8 9zm11-1q5 4 0 8z',
	fullscreen: 'M4 4h7v2H6v5H4zm16 16h-7v-2h5v-5h2z',
};

/** Class of a round button. */
const CONTROL = 'chip icon-button';
const getVideo = () => document.getElementById('video') as HTMLVideoElement;

/** What the controls work on. */
export interface ControlServices {
	player: {
		/** Ends the connection and keeps the last frame in view (status `paused`). Does nothing to a replay. */
		pause(): void;
		/** Goes on after `pause`, over a new connection. Call it from a click. */
		play(): void;
		/** Plays the quality of this index for the session; -1 leaves the choice to the link. */
		choose(quality: number): void;
	};
	/** Data costs money: the connection is a mobile one. */
	metered: boolean;
	/** Loads the controls of a replay. */
	loadReplayControls(): Promise<PageComponent>;
}

/**
 * Makes the controls of a broadcast, which has none of the browser's own (spec §4): playback, sound, sound
 * only, full screen. They and what else lies over the video fade while it plays and come back on a touch. Part of the deferred
 * script: nothing of it is needed before the first frame.
 */
export const createStageControls = ({ player, metered, loadReplayControls }: ControlServices) => {
	let costTold = false;
	return function StageControls({ page, Icon }: ControlsProps) {
		const { actions } = page;
		const state = page.player.state.value;
		const { status, autoplayMuted, qualities = [], quality } = state;
		const playing = qualities[quality];
		const audioOnly = !!playing && playing.audioOnly;
		const [muted, setMuted] = useState(false);
		const [full, setFull] = useState(false);
		const [ReplayControls, setReplayControls] = useState<ComponentType<ViewProps> | null>(null);
		const paused = status === 'paused';
		const moving = status === 'playing' || status === 'stalled';
		/** Another quality may be what the link can carry. */
		const connecting = !!qualities[1] && (status === 'connecting' || status === 'reconnecting');

		useEffect(() => {
			const video = getVideo();
			const stage = video.closest('.stage')!;
			const cover = document.getElementById('cover') as HTMLImageElement;
			let timer: ReturnType<typeof setTimeout> | undefined;
			/** Whether there was something to hide when the finger came down; null without one. */
			let shown: boolean | null = null;
			const update = ({ type, target }: Partial<Event>) => {
				if (type === 'touchstart') {
					shown = !stage.classList.contains('faded');
					return;
				}
				// The browser makes it of a tap.
				if (type === 'mousemove' && shown !== null) return;
				setMuted(video.muted);
				setFull(isFullscreen());
				// Its alternative text would stand under the message.
				cover.style.visibility = cover.complete && !cover.naturalWidth ? 'hidden' : '';
				clearTimeout(timer);
				stage.classList.remove('faded');
				// Without video there is nothing to uncover.
				if ((status === 'playing' && !audioOnly) || status === 'replay')
					timer = setTimeout(() => stage.querySelector('.menu') || stage.classList.add('faded'), FADE_DELAY);
				if (type !== 'click') return;
				const button = (target as Element).closest('button');
				if (paused && (!button || button.matches('.play'))) player.play();
				else if (status === 'blocked' && !button) actions.unmute();
				else if (status === 'playing' && !button && shown) stage.classList.add('faded');
				shown = null;
			};
			// After a failure the browser's own controls would stand under the message.
			video.controls = status === 'replay';
			update({});
			for (const type of EVENTS) stage.addEventListener(type, update, true);
			return () => {
				clearTimeout(timer);
				for (const type of EVENTS) stage.removeEventListener(type, update, true);
			};
		}, [status, audioOnly]);

		useEffect(() => {
			if (status === 'replay')
				loadReplayControls().then((component) => setReplayControls(() => component as ComponentType<ViewProps>));
		}, [status]);

		// What has changed by itself is told once.
		useEffect(() => {
			const { notice } = state;
			if (!notice || !playing) return;
			const text = { lower: texts.loweredTo(playing.name), sound: texts.SOUND_FIRST, restored: texts.VIDEO_RESTORED };
			page.notice.showToast(text[notice]);
		}, [state.notice, quality]);

		const isCostly = metered && status === 'playing' && !!playing && playing.kbps >= HIGH_RATE;
		useEffect(() => {
			if (!isCostly || costTold) return;
			costTold = true;
			page.notice.showToast(texts.onMobileData(texts.dataCost(playing.kbps)));
		}, [isCostly]);

		if (status === 'replay') return ReplayControls ? <ReplayControls page={page} /> : null;
		// Full screen can be left in every state.
		if (!moving && !paused && !connecting && !full) return null;
		return (
			<div className="controls">
				{qualities[1] ? <QualityMenu state={state} choose={player.choose} metered={metered} /> : null}
				{moving || paused ? (
					<button
						className={CONTROL}
						aria-label={paused ? texts.PLAY : texts.PAUSE}
						onClick={paused ? player.play : player.pause}
					>
						{paused ? <Icon name="play" /> : <Icon path={PATHS.pause} />}
					</button>
				) : null}
				{autoplayMuted || (!moving && !paused) ? null : (
					<button
						className={CONTROL}
						aria-label={muted ? texts.SOUND_ON : texts.MUTE}
						onClick={() => toggleSound(page, getVideo())}
					>
						{muted ? <Icon name="muted" /> : <Icon path={PATHS.sound} />}
					</button>
				)}
				<button
					className={CONTROL}
					aria-label={full ? texts.LEAVE_FULLSCREEN : texts.FULLSCREEN}
					onClick={() => toggleFullscreen(getVideo())}
				>
					<Icon path={PATHS.fullscreen} />
				</button>
			</div>
		);
	};
};

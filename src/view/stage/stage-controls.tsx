import { type ComponentType, useEffect, useRef, useState } from 'react';
import { isMoving, isReplayWaiting } from '../../player/core/status.ts';
import * as texts from '../../texts.ts';
import { isFullscreen, toggleFullscreen } from './fullscreen.ts';
import { Icon, MUTED, PLAY } from '../page/icon.tsx';
import type { ReplayProps, ViewProps } from '../page/props.ts';
import { ChoiceMenu } from './choice-menu.tsx';
import { QualityMenu } from './quality-menu.tsx';
import { followShape } from './stage-shape.ts';
import { followTaps } from './follow-taps.ts';
import { toggleSound } from './toggle-sound.ts';

/** kbit/s from which costs are shown. */
const HIGH_RATE = 800;

/** Captured, as some do not bubble. */
const EVENTS = ['volumechange', 'play', 'pause', 'load', 'error'];

const FULLSCREEN_EVENTS = ['fullscreenchange', 'webkitfullscreenchange'];

const PATHS = {
	pause: 'M7 5h4v14H7zm6 0h4v14h-4z',
	sound: 'M4 9v6h4l5 5V4L8 9zm11-1q5 4 0 8z',
	fullscreen: 'M4 4h7v2H6v5H4zm16 16h-7v-2h5v-5h2z',
	leaveFullscreen: 'M11 11H4V9h5V4h2zm2 2h7v2h-5v5h-2z',
};

const CONTROL = 'chip icon-button';
const getVideo = () => document.getElementById('video') as HTMLVideoElement;

/** The controls, in place of the browser's (spec §4). They fade during playback. */
function StageControls({ page, usedBytes }: ViewProps & { usedBytes: () => number }) {
	const { actions } = page;
	const state = page.player.state.value;
	const { status, autoplayMuted, qualities = [], quality } = state;
	const playing = qualities[quality];
	const audioOnly = !!playing && playing.audioOnly;
	const [volume, setVolume] = useState(1);
	const [still, setStill] = useState(false);
	const full = page.fullscreen.value;
	const costShown = useRef(!page.metered);
	const isReplay = status === 'replay';
	const Replay = page.replayControls.value as ComponentType<ReplayProps> | null;
	const paused = isReplay ? still : status === 'paused';
	const held = isReplayWaiting(state) && !!page.live.state.value.data?.playbackUrl;
	const moving = isMoving(status) || isReplay;
	/** There is something to control: before the first frame another quality, which the link may carry. */
	const isOn = moving || paused || (!!qualities[1] && (status === 'connecting' || status === 'reconnecting'));

	useEffect(() => followShape(getVideo(), page.rememberShape), []);
	useEffect(() => {
		const video = getVideo();
		const stage = video.closest('.stage')!;
		const cover = document.getElementById('cover') as HTMLImageElement;
		const update = () => {
			setVolume(video.muted ? 0 : video.volume);
			setStill(video.paused);
			// Its alternative text would show under the message.
			cover.style.visibility = cover.complete && !cover.naturalWidth ? 'hidden' : '';
		};
		update();
		// Chromium names one without a source "Unable to play media".
		video.setAttribute('aria-hidden', `${!moving && status !== 'blocked'}`);
		for (const type of EVENTS) stage.addEventListener(type, update, true);
		const stopTaps = followTaps({ video, status, audioOnly, autoplayMuted, held, actions });
		return () => {
			stopTaps();
			for (const type of EVENTS) stage.removeEventListener(type, update, true);
		};
	}, [status, audioOnly, autoplayMuted, held]);

	useEffect(() => {
		const { announced } = state;
		if (!announced || !playing || page.offline.peek()) return;
		const text = { lower: texts.loweredTo(playing.name), sound: texts.SOUND_FIRST, restored: texts.VIDEO_RESTORED };
		page.notice.showToast(text[announced]);
	}, [state.announced, quality]);

	useEffect(() => {
		const onChange = () => (page.fullscreen.value = isFullscreen());
		for (const type of FULLSCREEN_EVENTS) document.addEventListener(type, onChange);
		return () => FULLSCREEN_EVENTS.forEach((type) => document.removeEventListener(type, onChange));
	}, []);

	const isCostly = page.metered && status === 'playing' && !!playing && playing.kbps >= HIGH_RATE;
	useEffect(() => {
		if (!isCostly || costShown.current) return;
		costShown.current = true;
		page.notice.showToast(texts.onMobileData(texts.dataCost(playing.kbps)));
	}, [isCostly]);

	const levels = page.levels.value;
	const menu =
		isOn && (levels || qualities[1]) ? (
			<QualityMenu
				state={levels || state}
				choose={(levels || actions).choose}
				metered={page.metered}
				usedBytes={usedBytes}
			/>
		) : null;
	// Full screen can be left in every state.
	if (!isOn && !full) return null;
	const toggleReplay = () => void (still ? getVideo().play() : getVideo().pause());
	const start = (
		<>
			{moving || paused ? (
				<button
					className={CONTROL}
					aria-label={paused ? texts.PLAY : texts.PAUSE}
					onClick={isReplay ? toggleReplay : paused ? actions.play : actions.pause}
				>
					<Icon path={paused ? PLAY : PATHS.pause} />
				</button>
			) : null}
			{autoplayMuted || (!moving && !paused) ? null : (
				<>
					<button
						className={CONTROL}
						aria-label={volume ? texts.MUTE : texts.SOUND_ON}
						onClick={() => toggleSound(page, getVideo())}
					>
						<Icon path={volume ? PATHS.sound : MUTED} />
					</button>
					<input
						type="range"
						className="volume"
						aria-label={texts.VOLUME}
						max="1"
						step="0.05"
						value={volume}
						onInput={({ currentTarget: { value } }) => {
							const video = getVideo();
							video.volume = +value;
							if (video.muted && video.volume) toggleSound(page, video);
						}}
					/>
				</>
			)}
		</>
	);
	const end = (
		<>
			{menu}
			<button
				className={CONTROL}
				aria-label={full ? texts.LEAVE_FULLSCREEN : texts.FULLSCREEN}
				onClick={() => toggleFullscreen(getVideo())}
			>
				<Icon path={full ? PATHS.leaveFullscreen : PATHS.fullscreen} />
			</button>
		</>
	);
	if (isReplay) return Replay && <Replay page={page} start={start} end={end} ChoiceMenu={ChoiceMenu} />;
	return (
		<div className="controls">
			{start}
			<i className="space" />
			{end}
		</div>
	);
}

/** Creates the controls. @param usedBytes data used in this visit; 0: unknown */
export const createStageControls = (usedBytes: () => number) => (props: ViewProps) =>
	StageControls(Object.assign({ usedBytes }, props));

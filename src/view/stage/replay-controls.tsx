import { useEffect, useState } from 'react';
import * as texts from '../../texts.ts';
import { clockTime } from '../page/format.ts';
import type { ReplayProps } from '../page/props.ts';

const SPEEDS = [0.75, 1, 1.25, 1.5, 2];
/** Milliseconds. */
const SAVE_INTERVAL = 5000;
/** Seconds from start and end within which the next visit starts over. */
const MIN_POSITION = 10;
const END_DISTANCE = 15;
/** Milliseconds. */
const NOTICE_TIME = 8000;
/** Seconds; keyframes move a resumed position. */
const SEEK_TOLERANCE = 2;
/** Seconds of playback before costs are shown. */
const COST_SAMPLE = 6;

/** Services of {@link createReplayControls}. */
export interface ReplayServices {
	video: HTMLVideoElement & { webkitVideoDecodedByteCount?: number; webkitAudioDecodedByteCount?: number };
	/** Seconds; 0: the start. */
	position: (url: string) => number;
	/** 0 seconds forgets it. */
	savePosition: (url: string, seconds: number) => void;
	/** Playback rate of the last replay. */
	speed: () => number;
	saveSpeed: (speed: number) => void;
	/** Whether data may be charged by volume. */
	metered: boolean;
}

/** Creates the replay controls the browser lacks: speed, resumed position, end. */
export const createReplayControls = ({
	video,
	position,
	savePosition,
	speed: readSpeed,
	saveSpeed,
	metered,
}: ReplayServices) =>
	function ReplayControls({ page, menu, ChoiceMenu }: ReplayProps) {
		const [speed, setSpeed] = useState(() => SPEEDS.find((one) => one === readSpeed()) || 1);
		const [over, setOver] = useState(false);
		const [resumed, setResumed] = useState(0);
		const news = page.news.state.value.data || [];

		useEffect(() => {
			video.defaultPlaybackRate = video.playbackRate = speed;
		}, [speed]);
		useEffect(() => {
			const { classList } = video.closest('.stage')!;
			classList.toggle('over', over);
			return () => classList.remove('over');
		}, [over]);
		useEffect(() => {
			const url = page.player.reported.peek().source!.playbackUrl;
			let savedAt = 0;
			let told = !metered;
			const start = position(url);
			setResumed(start < (video.duration || Infinity) ? start : 0);
			const timer = setTimeout(setResumed, NOTICE_TIME, 0);

			const save = () => {
				const { currentTime, duration } = video;
				// Not loaded yet, and not where it was left.
				if (!(duration > 0)) return;
				savedAt = performance.now();
				const worthIt = currentTime >= MIN_POSITION && currentTime < duration - END_DISTANCE;
				savePosition(url, worthIt ? currentTime : 0);
			};
			const onEvent = ({ type }: { type: string }) => {
				if (type !== 'timeupdate' || performance.now() - savedAt >= SAVE_INTERVAL) save();
				setOver(video.ended);
				if (type === 'seeked' && Math.abs(video.currentTime - start) > SEEK_TOLERANCE) setResumed(0);
				if (video.ended && !page.news.state.peek().data) page.loadNews();
				const { webkitVideoDecodedByteCount: bytes = 0, webkitAudioDecodedByteCount: sound = 0 } = video;
				const played = video.played.length && video.played.end(0) - video.played.start(0);
				if (told || !bytes || played < COST_SAMPLE) return;
				told = true;
				page.notice.showToast(texts.onMobileData(texts.dataCost(((bytes + sound) / played) * 0.008)));
			};
			const types = ['timeupdate', 'pause', 'ended', 'seeked', 'playing'];
			for (const type of types) video.addEventListener(type, onEvent);
			document.addEventListener('visibilitychange', save);
			return () => {
				clearTimeout(timer);
				for (const type of types) video.removeEventListener(type, onEvent);
				document.removeEventListener('visibilitychange', save);
			};
		}, []);

		const start = () => {
			video.currentTime = 0;
			video.play();
			setResumed(0);
		};
		const speeds = SPEEDS.map((one) => ({
			text: texts.speed(one),
			checked: one === speed,
			choose() {
				setSpeed(one);
				saveSpeed(one);
			},
		}));
		return (
			<>
				<div className="controls replay-controls">
					<span role="status" className={resumed ? 'chip resumed' : ''}>
						{resumed ? texts.resumedAt(clockTime(resumed)) : null}
						{resumed ? (
							<button className="link" onClick={start}>
								{texts.FROM_START}
							</button>
						) : null}
					</span>
					{menu}
					<ChoiceMenu label={texts.speed(speed)} name={texts.speedIs(speed)} heading={texts.SPEED} choices={speeds} />
				</div>
				{over ? (
					<div className="replay-over">
						<button className="button" onClick={start}>
							{texts.PLAY_AGAIN}
						</button>
						{news.length ? (
							<button className="button" onClick={() => page.show('news')}>
								{texts.NEWS}
							</button>
						) : null}
					</div>
				) : null}
			</>
		);
	};

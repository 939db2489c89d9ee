import { type ComponentType, useEffect, useState } from 'react';
import * as texts from '../../texts.ts';
import { clockTime } from '../page/format.ts';
import { Icon } from '../page/icon.tsx';
import type { GuideProps, ReplayProps, ViewProps } from '../page/props.ts';
import { Scrubber } from './scrubber.tsx';
import { skip } from './skip.ts';
import { skipByTaps } from './skip-by-taps.ts';

const SPEEDS = [0.75, 1, 1.25, 1.5, 2];
/** Milliseconds between two times that the place is saved. */
const SAVE_INTERVAL = 5000;
/** Seconds from start and end within which the next visit starts over. */
const MIN_POSITION = 10;
const END_DISTANCE = 15;
/** Milliseconds for which the page says where the replay goes on. */
const NOTICE_TIME = 8000;
/** Seconds; keyframes move a resumed position. */
const SEEK_TOLERANCE = 2;
/** Seconds of playback before costs are shown. */
const COST_SAMPLE = 6;

const AIRPLAY = 'M6 22h12l-6-6zM3 3h18v14h-4v-2h2V5H5v10h2v2H3z';
const PICTURE_IN_PICTURE = 'M3 4h18v16H3zm2 2v12h14V6zm6 5h6v5h-6z';

/** Services of {@link createReplayControls}. */
export interface ReplayServices {
	video: HTMLVideoElement & {
		/** Apple's, for playing on a television. */
		webkitShowPlaybackTargetPicker?(): void;
		webkitVideoDecodedByteCount?: number;
		webkitAudioDecodedByteCount?: number;
	};
	/** Seconds at which a shared link begins; 0: none. */
	moment: number;
	/** Seconds; 0: the start. */
	position: () => number;
	/** 0 seconds forgets it. */
	savePosition: (seconds: number) => void;
	/** Playback rate of the last replay. */
	speed: () => number;
	saveSpeed: (speed: number) => void;
	/** Whether data may be charged by volume. */
	metered: boolean;
}

/** Creates the controls of a replay: those of a broadcast, place, speed, other screens; where it goes on; its end. */
export const createReplayControls = ({
	video,
	moment,
	position,
	savePosition,
	speed: readSpeed,
	saveSpeed,
	metered,
}: ReplayServices) =>
	function ReplayControls({ page, start, end, ChoiceMenu }: ReplayProps) {
		const [speed, setSpeed] = useState(() => SPEEDS.find((one) => one === readSpeed()) || 1);
		const [over, setOver] = useState(false);
		const [resumed, setResumed] = useState(0);
		const [hasScreen, setHasScreen] = useState(false);
		const { Guide, Marks, Caption } = (page.more.value || {}) as Record<string, ComponentType<GuideProps | ViewProps>>;
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
			let savedAt = 0;
			let costShown = !metered;
			const start = moment || position();
			setResumed(start < (video.duration || Infinity) ? start : 0);
			const timer = setTimeout(setResumed, NOTICE_TIME, 0);

			const save = () => {
				const { currentTime, duration } = video;
				// Not loaded yet, and not where it was left.
				if (!(duration > 0)) return;
				savedAt = performance.now();
				const isMidway = currentTime >= MIN_POSITION && currentTime < duration - END_DISTANCE;
				savePosition(isMidway ? currentTime : 0);
			};
			const onEvent = ({ type }: { type: string }) => {
				if (type !== 'timeupdate' || performance.now() - savedAt >= SAVE_INTERVAL) save();
				setOver(video.ended);
				if (type === 'seeked' && Math.abs(video.currentTime - start) > SEEK_TOLERANCE) setResumed(0);
				if (video.ended && !page.news.state.peek().data) page.loadNews();
				const { webkitVideoDecodedByteCount: bytes = 0, webkitAudioDecodedByteCount: sound = 0 } = video;
				const played = video.played.length && video.played.end(0) - video.played.start(0);
				if (costShown || !bytes || played < COST_SAMPLE) return;
				costShown = true;
				page.notice.showToast(texts.onMobileData(texts.dataCost(((bytes + sound) / played) * 0.008)));
			};
			const ignoreTaps = skipByTaps(
				video.closest('.stage')!,
				() => !page.player.autoplayMuted.peek(),
				(side) => skip(video, side, page.notice),
			);
			const onScreens = (event: Event) =>
				setHasScreen((event as Event & { availability: string }).availability === 'available');
			video.addEventListener('webkitplaybacktargetavailabilitychanged', onScreens);
			const types = ['timeupdate', 'pause', 'ended', 'seeked', 'playing'];
			for (const type of types) video.addEventListener(type, onEvent);
			document.addEventListener('visibilitychange', save);
			return () => {
				clearTimeout(timer);
				ignoreTaps();
				video.removeEventListener('webkitplaybacktargetavailabilitychanged', onScreens);
				for (const type of types) video.removeEventListener(type, onEvent);
				document.removeEventListener('visibilitychange', save);
			};
		}, []);

		/** Sound alone has no picture. */
		const togglePicture = () =>
			(document.pictureInPictureElement ? document.exitPictureInPicture() : video.requestPictureInPicture()).catch(
				() => {},
			);
		const restart = () => {
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
				{Caption ? <Caption page={page} /> : null}
				<div className="controls replay-controls">
					<span role="status" className={resumed ? 'resumed' : ''}>
						{resumed ? (moment ? texts.startedAt : texts.resumedAt)(clockTime(resumed)) : null}
						{resumed ? (
							<button className="link" onClick={restart}>
								{texts.FROM_START}
							</button>
						) : null}
					</span>
					{start}
					<Scrubber video={video}>{Marks ? <Marks page={page} /> : null}</Scrubber>
					<i className="space" />
					{Guide ? <Guide page={page} ChoiceMenu={ChoiceMenu} /> : null}
					{hasScreen ? (
						<button
							className="chip icon-button airplay"
							aria-label={texts.AIRPLAY}
							onClick={() => video.webkitShowPlaybackTargetPicker!()}
						>
							<Icon path={AIRPLAY} />
						</button>
					) : null}
					{document.pictureInPictureEnabled ? (
						<button className="chip icon-button picture" aria-label={texts.PICTURE_IN_PICTURE} onClick={togglePicture}>
							<Icon path={PICTURE_IN_PICTURE} />
						</button>
					) : null}
					<ChoiceMenu label={texts.speed(speed)} name={texts.speedIs(speed)} heading={texts.SPEED} choices={speeds} />
					{end}
				</div>
				{over ? (
					<div className="replay-over">
						<button className="button" onClick={restart}>
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

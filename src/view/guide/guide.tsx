import { useEffect, useState } from 'react';
import { signal } from '@preact/signals';
import { type Cue, readCaptions } from '../../safe/captions.ts';
import type { ReadGuide } from '../../safe/guide.ts';
import type { createReplayChat } from '../../models/replay-chat.ts';
import { isDate } from '../../safe/is-date.ts';
import * as texts from '../../texts.ts';
import { clockTime } from '../page/format.ts';
import type { GuideProps, ViewProps } from '../page/props.ts';
import { linkMoments } from './link-moments.ts';

/** Bytes; longer files are refused. */
const MAX_CAPTIONS = 500_000;

/** Seconds of a recording; 0: unknown. */
function useLength(video: HTMLVideoElement): number {
	const [length, setLength] = useState(0);
	useEffect(() => {
		const update = () => {
			const { duration } = video;
			// Another quality has none at first, then one that differs by some frames.
			setLength((last) => (isFinite(duration) && Math.abs(duration - last) >= 1 ? duration : last));
		};
		update();
		video.addEventListener('durationchange', update);
		return () => video.removeEventListener('durationchange', update);
	}, []);
	return length;
}

/** Creates what leads through a replay: chapters, places named in texts, captions. */
export function createGuide(video: HTMLVideoElement, read: ReadGuide, createChat: typeof createReplayChat) {
	/** null: off. */
	const cues = signal<Cue[] | null>(null);
	const chaptersOf = ({ live }: ViewProps<'live'>['page'], length: number) =>
		read(live.state.value.data).chapters.filter(({ at }) => at < length);
	const captionsOf = ({ live }: ViewProps['page']) => read(live.state.value.data).captions;

	/** Calls `act` as the recording moves. Returns the cleanup. */
	function onPlace(act: () => void) {
		const types = ['timeupdate', 'seeking'];
		for (const type of types) video.addEventListener(type, act);
		return () => types.forEach((type) => video.removeEventListener(type, act));
	}

	function seekTo(seconds: number) {
		video.currentTime = seconds;
		const playing = video.play() as Promise<void> | undefined;
		if (playing) playing.catch(() => {});
	}

	async function toggleCaptions({ notice }: ViewProps['page'], url: string) {
		if (cues.value) return void (cues.value = null);
		cues.value = [];
		try {
			const response = await fetch(url);
			const bytes = await response.arrayBuffer();
			const isRead = response.ok && bytes.byteLength <= MAX_CAPTIONS;
			const read = isRead ? readCaptions(new TextDecoder().decode(bytes)) : [];
			if (!read.length) throw new Error(`no captions: ${response.status}`);
			if (cues.value) cues.value = read;
		} catch (error) {
			console.warn(`${error}`);
			cues.value = null;
			notice.showToast(texts.NO_CAPTIONS, 'assertive');
		}
	}

	/** Chapters and captions, in the bar. */
	function Guide({ page, ChoiceMenu }: GuideProps) {
		const length = useLength(video);
		const chapters = chaptersOf(page, length);
		const captions = captionsOf(page);
		/** Index of the one that plays. */
		const [current, setCurrent] = useState(0);
		const description = page.description.value;
		const { data } = page.live.state.value;
		const start = data && !isDate(data.startTime) ? data.startTime : 0;
		const showsChat = page.tab.value === 'chat';

		useEffect(() => {
			page.replay.value = length ? { length, chat: createChat(page.chat, start || Infinity, length * 1000) } : null;
		}, [length, start]);
		useEffect(() => {
			if (!showsChat) return;
			const follow = () => {
				if (page.replay.value && !document.hidden) page.replay.value.chat.update(video.currentTime);
			};
			follow();
			return onPlace(follow);
		}, [showsChat, page.replay.value, page.chat.loading.value]);
		useEffect(() => {
			const text = document.querySelector('.introduction');
			if (text && length && description && (!('content' in description) || description.complete))
				linkMoments(text, length);
		}, [length, description]);
		useEffect(() => {
			const update = () => setCurrent(chapters.filter(({ at }) => at <= video.currentTime).length - 1);
			update();
			return onPlace(update);
		}, [length, page.live.state.value]);
		useEffect(() => {
			const onClick = ({ target }: Event) => {
				const moment = (target as Element).closest<HTMLElement>('.moment');
				if (moment) seekTo(+moment.dataset.seconds!);
			};
			document.addEventListener('click', onClick);
			return () => {
				document.removeEventListener('click', onClick);
				page.replay.value = null;
			};
		}, []);

		return (
			<>
				{chapters.length ? (
					<ChoiceMenu
						label={texts.CHAPTERS}
						name={texts.CHAPTERS}
						heading={texts.CHAPTERS}
						choices={chapters.map((chapter, index) => ({
							text: chapter.name,
							note: clockTime(chapter.at),
							checked: index === current,
							choose: () => seekTo(chapter.at),
						}))}
					/>
				) : null}
				{captions ? (
					<button
						className="chip captions-toggle"
						aria-pressed={!!cues.value}
						onClick={() => toggleCaptions(page, captions)}
					>
						{texts.CAPTIONS}
					</button>
				) : null}
			</>
		);
	}

	/** Where chapters begin, on the track. */
	function Marks({ page }: ViewProps<'live'>) {
		const length = useLength(video);
		return (
			<>
				{chaptersOf(page, length).map(({ at }) =>
					at ? <i className="mark" style={{ left: `${(at / length) * 100}%` }} /> : null,
				)}
			</>
		);
	}

	/** The caption of the moment, over the picture or the cover; offered while the sound cannot be heard. */
	function Caption({ page }: ViewProps) {
		const [text, setText] = useState('');
		const captions = captionsOf(page);
		const shown = cues.value;
		useEffect(() => {
			if (!shown) return;
			const update = () => {
				const place = video.currentTime;
				const cue = shown.filter(({ from, to }) => from <= place && place < to).pop();
				setText(cue ? cue.text : '');
			};
			update();
			return onPlace(update);
		}, [shown]);
		if (!shown)
			return captions && page.player.autoplayMuted.value ? (
				<button className="chip sound" onClick={() => toggleCaptions(page, captions)}>
					{texts.SHOW_CAPTIONS}
				</button>
			) : null;
		return text ? <p className="caption">{text}</p> : null;
	}

	return { Guide, Marks, Caption };
}

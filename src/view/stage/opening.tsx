import { useEffect, useState } from 'react';
import type { Live } from '../../models/page-model.ts';
import * as texts from '../../texts.ts';
import type { ViewProps } from '../page/props.ts';
import { COUNTDOWN, openingText, startName } from './opening-text.ts';

const MINUTE = 60_000;

/**
 * Creates what stands on the cover of a live whose start is known.
 *
 * @param save adds it to a calendar, which needs a browser that takes files
 * @param takesFiles whether it does
 * @param clock milliseconds by the server's clock, as the phone's may be wrong
 * @param linkOf URL to share
 */
export const createOpening = (
	save: (live: Live) => void,
	takesFiles: (insideApp: boolean) => boolean,
	clock: () => number,
	linkOf: (live: Live) => string,
) =>
	function Opening({ page }: ViewProps<'actions' | 'insideApp' | 'live'>) {
		const live = page.live.state.value.data!;
		const start = live.startTime;
		const [now, setNow] = useState(clock());

		useEffect(() => {
			let timer: ReturnType<typeof setTimeout>;
			const tick = () => {
				clearTimeout(timer);
				const time = clock();
				setNow(time);
				const remaining = start - time;
				// Until the clock counts, or its next second; a device's clock may be set at any time.
				const wait =
					remaining > 0 && remaining <= COUNTDOWN
						? remaining % 1000
						: Math.min(Math.abs(remaining - COUNTDOWN), MINUTE);
				if (!document.hidden) timer = setTimeout(tick, wait + 1);
			};
			tick();
			document.addEventListener('visibilitychange', tick);
			return () => {
				clearTimeout(timer);
				document.removeEventListener('visibilitychange', tick);
			};
		}, [start]);

		const saves = takesFiles(page.insideApp.value);
		const copy = () => page.actions.copy([live.title, startName(start, now, true), linkOf(live)].join(' '));
		const text = openingText(start, now);
		const name = texts.startsAt(startName(start, now));
		return (
			<>
				<p key={text} role="timer" aria-live="off">
					{text}
				</p>
				{text === name ? null : <span className="visually-hidden">{name}</span>}
				{now < start ? (
					<button className="button" onClick={() => (saves ? save(live) : copy())}>
						{saves ? texts.ADD_TO_CALENDAR : texts.COPY_START}
					</button>
				) : null}
			</>
		);
	};

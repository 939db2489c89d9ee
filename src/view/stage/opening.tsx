import { useEffect, useState } from 'react';
import type { Live } from '../../models/page-model.ts';
import * as texts from '../../texts.ts';
import type { ViewProps } from '../page/props.ts';
import { COUNTDOWN, openingText, startName } from './opening-text.ts';

/**
 * Creates what stands on the cover of a live whose start is known.
 *
 * @param save adds it to a calendar; false: it cannot
 * @param clock milliseconds by the server's clock, as the phone's may be wrong
 */
export const createOpening = (save: (live: Live, insideApp: boolean) => boolean, clock: () => number) =>
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
				// Until the clock counts, or its next second; timers beyond 25 days run at once.
				const wait = start - time > COUNTDOWN ? Math.min(start - time - COUNTDOWN, COUNTDOWN) : (start - time) % 1000;
				if (!document.hidden && time < start) timer = setTimeout(tick, wait + 1);
			};
			tick();
			document.addEventListener('visibilitychange', tick);
			return () => {
				clearTimeout(timer);
				document.removeEventListener('visibilitychange', tick);
			};
		}, [start]);

		const add = () =>
			save(live, page.insideApp.value) ||
			page.actions.copy([live.title, startName(start, now), live.shareUrl || location.href].join(' '));
		return (
			<>
				<p role="timer" aria-live="off">
					{openingText(start, now)}
				</p>
				{now < start ? (
					<button className="button" onClick={add}>
						{texts.ADD_TO_CALENDAR}
					</button>
				) : null}
			</>
		);
	};

import { type ComponentType, useEffect, useRef } from 'react';
import type { Live } from '../../models/page-model.ts';
import type { PlayerStatus } from '../../models/player-model.ts';
import { isMoving } from '../../player/core/status.ts';
import * as texts from '../../texts.ts';
import { peopleCount } from '../page/format.ts';
import { HeadImage } from './head-image.tsx';
import { Icon, MUTED, PLAY } from '../page/icon.tsx';
import type { ViewProps } from '../page/props.ts';
import { shownErrorCode, type StageButton, type StageMessage, stageMessage } from './stage-message.ts';
import { Toast } from '../page/toast.tsx';
import { useFirstFrame } from './use-first-frame.ts';

const VIEWERS = 'M12 5c5 0 9 4.5 10 7-1 2.5-5 7-10 7S3 14.5 2 12c1-2.5 5-7 10-7zm0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8z';
const CHAT = 'M4 4h16v12H9l-5 4z';
/** A screen, crossed out. */
const LOST = 'M21 5H9l2 2h8v8l2 2zM3 3 2 4l1 1v12h6v2h6v-1l5 5 1-1zm2 4 8 8H5z';

const BUTTONS: Record<StageButton, string> = {
	retry: texts.RETRY,
	choose: texts.CHOOSE_AUTOMATICALLY,
	watchReplay: texts.WATCH_REPLAY,
	openApp: texts.OPEN_APP,
	copyAddress: texts.COPY_LINK,
	back: texts.BACK,
};

/**
 * Video area. `<video>` and cover belong to the player; attributes here never change, so hydration undoes nothing.
 * Hidden at first: the browser's video style is a third of the work before the first paint.
 */
export function Stage({ page }: ViewProps) {
	const { startupDone, controls } = page;
	const Controls = startupDone.value && (controls.value as ComponentType<ViewProps> | null);
	return (
		<div className="stage" role="region" aria-label={texts.STAGE}>
			<div hidden>
				<video
					id="video"
					aria-label={texts.VIDEO}
					playsInline
					webkit-playsinline="true"
					x5-video-player-type="h5-page"
					preload="none"
				/>
			</div>
			<img id="cover" className="cover" alt={texts.COVER} decoding="async" hidden />
			<Overlay page={page} />
			<Status page={page} />
			{Controls ? <Controls page={page} /> : null}
			<Toast page={page} />
		</div>
	);
}

/** '' if a message says more. */
function badge({ status }: Live, playing: PlayerStatus): string {
	if (playing === 'replay' || (playing === 'blocked' && [2, 3].includes(status))) return texts.REPLAY;
	if (playing === 'ended' || playing === 'failed') return '';
	return status ? texts.LIVE : texts.NOT_STARTED;
}

/** Organization, if known, and viewer count (spec §2). */
function Overlay({
	page,
}: ViewProps<'actions' | 'drawer' | 'hydrated' | 'imageUrl' | 'live' | 'player' | 'startupDone' | 'toggleDrawer'>) {
	const { data } = page.live.state.value;
	const label = data ? badge(data, page.player.status.value) : '';
	return (
		<div className="overlay">
			{data && (data.organizationId || data.organizationTitle) ? (
				<div className="organization">
					<HeadImage page={page} url={data.headPic} />
					<span className="organization-title">{data.organizationTitle}</span>
					<button className="button" onClick={page.actions.openApp}>
						{texts.FOLLOW}
					</button>
				</div>
			) : null}
			{data ? (
				<div className="viewers">
					{label ? (
						<b
							key={label}
							className={label === texts.LIVE && page.player.status.value === 'playing' ? 'badge live' : 'badge'}
						>
							{label}
						</b>
					) : null}
					<Icon path={VIEWERS} />
					<span>{peopleCount(data.peopleCount)}</span>
					<span className="visually-hidden">{texts.VIEWERS}</span>
				</div>
			) : null}
			{page.hydrated.value ? (
				<button
					className="chip icon-button drawer-toggle"
					aria-label={texts.DRAWER}
					aria-expanded={page.drawer.value}
					onClick={page.toggleDrawer}
				>
					<Icon path={CHAT} />
				</button>
			) : null}
		</div>
	);
}

function Status({ page }: ViewProps) {
	const { live, player, actions } = page;
	const state = player.state.value;
	const { status } = state;
	const hasFrame = useFirstFrame(status);
	const isReplay = status === 'replay';
	/** The browser's, until the script of the page's own is there; under a message they would show. */
	const nativeControls = isReplay && hasFrame && !page.replayControls.value;
	useEffect(() => {
		(document.getElementById('video') as HTMLVideoElement).controls = nativeControls;
	}, [nativeControls]);
	const isLoading = page.awaitsHls.value && !page.offline.value;
	let message: StageMessage = isLoading
		? { text: texts.LOADING, busy: true }
		: stageMessage(live.state.value, state, page.offline.value);
	const last = useRef<StageMessage>(message);
	// Media arrives before the first frame, until which the message stays.
	if (message.text || hasFrame || !(isReplay || status === 'playing')) last.current = message;
	else message = Object.assign({}, isReplay ? { text: texts.LOADING } : last.current, { busy: true, onTop: true });
	const { detail, busy, onTop, outage, drawing } = message;
	const inside = page.insideApp.value;
	const text = inside ? texts.withoutApp(message.text) : message.text;
	// Inside the app it is open; where there is none, its button could only say so: back, if there is a page before.
	const hasApp = page.newsInApp && !inside;
	const buttons = (message.buttons || []).filter((name) =>
		drawing ? (name === 'openApp' ? hasApp : !hasApp && history.length > 1) : !inside || name !== 'openApp',
	);
	const { data } = live.state.value;
	const { more: views } = page;
	const Opening = status === 'cover' && data && data.startTime && views.value && views.value.Opening;
	const code = shownErrorCode(state);
	return (
		<>
			<div
				className={`status${text ? '' : ' status-none'}${busy ? ' busy' : ''}${onTop ? ' on-top' : ''}${outage ? ' outage' : ''}`}
				role="status"
			>
				{status === 'blocked' || status === 'paused' ? (
					// After a pause the controls handle it.
					<button className="play" aria-label={text} onClick={status === 'blocked' ? actions.unmute : undefined}>
						<Icon path={PLAY} />
					</button>
				) : null}
				{drawing ? <Icon path={LOST} /> : null}
				{Opening ? <Opening page={page} /> : text ? <p key={text}>{text}</p> : null}
				{detail && !Opening ? <p className="detail">{detail}</p> : null}
				{status === 'failed' ? (
					<a className="code" href={`./diagnose.html${location.search}`}>
						{code ? texts.errorCode(code) : ''} {texts.DIAGNOSE}
					</a>
				) : null}
				{buttons.length ? (
					<div className="buttons">
						{buttons.map((name) => (
							<button
								className="button"
								key={name}
								onClick={name === 'choose' ? () => actions.choose(-1) : actions[name]}
							>
								{BUTTONS[name]}
							</button>
						))}
					</div>
				) : null}
			</div>
			{player.autoplayMuted.value && (isMoving(status) || isReplay) ? (
				<button className="chip sound" onClick={actions.unmute}>
					<Icon path={MUTED} />
					{texts.UNMUTE}
				</button>
			) : null}
		</>
	);
}

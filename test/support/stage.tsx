import { renderView, settle } from './render.tsx';
import type { PlayerState } from '../../src/models/player-model.ts';
import { Stage } from '../../src/view/stage/stage.tsx';
import { readLive } from './read-live.ts';

/** Two qualities and sound alone. */
export const THREE = [
	{ name: '高清', kbps: 1130, address: '', audioOnly: false },
	{ name: '流畅', kbps: 130, address: '', audioOnly: false },
	{ name: '只听声音', kbps: 40, address: '', audioOnly: true },
];

/** The stage with its controls, while a live is on and the player in this state. */
export async function renderStage(state: Partial<PlayerState>, { fields = {}, metered = false } = {}) {
	const { page, view, actions } = await renderView(Stage, { metered });
	const video = view.querySelector('video')!;
	await page.live.load(async () => readLive({ id: 1, status: 1, ...fields }));
	const setPlayer = async (next: Partial<PlayerState>) => {
		page.player.state.value = { ...page.player.state.value, ...next };
		await settle();
	};
	await setPlayer(state);
	page.startupDone.value = true;
	await settle();
	const stage = view.querySelector('.stage')!;
	return {
		stage,
		page,
		actions,
		setPlayer,
		video,
		named: (name: string) => view.querySelector<HTMLElement>(`[aria-label="${name}"]`),
		faded: () => stage.classList.contains('faded'),
	};
}

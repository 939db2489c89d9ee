import type { PlayerState } from '../../models/player-model.ts';
import { owedNames } from '../../player/core/owed.ts';
import * as texts from '../../texts.ts';
import { type Choice, ChoiceMenu } from './choice-menu.tsx';

/** The playing quality, with a menu of all. */
export function QualityMenu({
	state: { qualities, quality, picked, owed },
	choose,
	metered,
	usedBytes,
}: {
	state: Pick<PlayerState, 'qualities' | 'quality' | 'picked' | 'owed'>;
	/** By index; -1: automatically. */
	choose: (quality: number) => void;
	/** Show costs. */
	metered: boolean;
	/** Of this visit; 0: unknown. */
	usedBytes: () => number;
}) {
	const label = picked || texts.automatic(qualities[quality]!.name);
	const automatic: Choice = {
		text: texts.AUTOMATIC,
		note: texts.FOLLOWS_LINK,
		checked: !picked,
		choose: () => choose(-1),
	};
	const rows = qualities.map(({ name, kbps, audioOnly }, index): Choice => {
		const notes = [audioOnly && texts.WHILE_LOCKED, metered && kbps && texts.dataCost(kbps)];
		return {
			text: name,
			note: notes.filter(Boolean).join(' · '),
			checked: picked === name,
			choose: () => choose(index),
		};
	});
	return (
		<ChoiceMenu
			label={label}
			name={texts.qualityIs(label)}
			heading={texts.QUALITY}
			note={() => texts.usedData(usedBytes())}
			choices={[automatic].concat(rows.filter(({ text }) => !owedNames(owed, 0, 'refused').includes(text)))}
		/>
	);
}

import type { ShareMoment as ShareMomentProps } from '../../models/notice.ts';
import * as texts from '../../texts.ts';
import { clockTime } from '../page/format.ts';
import { Modal } from './modal.tsx';

/** Asks from where a replay is shared. */
export function ShareMoment({ seconds, share, close }: ShareMomentProps & { close: () => void }) {
	const choose = (from: number) => () => {
		close();
		share(from);
	};
	return (
		<Modal label={texts.SHARE} className="dialog" onClose={close} onClick={close}>
			<div className="dialog-box">
				<h2>{texts.SHARE}</h2>
				<div className="dialog-buttons dialog-list">
					<button onClick={choose(0)}>{texts.FROM_BEGINNING}</button>
					<button onClick={choose(seconds)}>{texts.fromHere(clockTime(seconds))}</button>
					<button className="cancel" onClick={close}>
						{texts.CANCEL}
					</button>
				</div>
			</div>
		</Modal>
	);
}

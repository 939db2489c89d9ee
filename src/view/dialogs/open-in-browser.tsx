import image from '../../../static/open-in-browser.svg';
import * as texts from '../../texts.ts';
import { Modal } from './modal.tsx';

/** Instructions to leave WeChat; a tap closes them (spec §2). */
export function OpenInBrowser({ close }: { close: () => void }) {
	return (
		<Modal label={texts.OPEN_IN_BROWSER} className="open-in-browser" onClose={close} onClick={close}>
			<button aria-label={texts.OPEN_IN_BROWSER_STEPS}>
				<img src={image} alt="" width="360" height="300" />
			</button>
		</Modal>
	);
}

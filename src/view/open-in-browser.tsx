import image from '../../static/open-in-browser.svg';
import { Modal } from './modal.tsx';

/** The full-width image that explains how to leave WeChat; a tap closes it (spec §2). */
export function OpenInBrowser({ close }: { close: () => void }) {
	return (
		<Modal label="请在浏览器中打开" className="open-in-browser" onClose={close} onClick={close}>
			<button aria-label="点击右上角菜单，选择在浏览器中打开。点按关闭">
				<img src={image} alt="" width="360" height="300" />
			</button>
		</Modal>
	);
}

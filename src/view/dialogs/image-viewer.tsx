import { requestOf } from '../../safe/foreign-image.ts';
import * as texts from '../../texts.ts';
import { Modal } from './modal.tsx';

/** An enlarged image; a tap closes it. */
export function ImageViewer({ url, alt, close }: { url: string; alt: string; close: () => void }) {
	return (
		<Modal label={texts.VIEW_IMAGE} className="image-viewer" onClose={close} onClick={close}>
			<img referrerPolicy={requestOf(url).referrerpolicy} src={url} alt={alt} />
			<button aria-label={texts.CLOSE}>×</button>
		</Modal>
	);
}

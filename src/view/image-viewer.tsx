import { Modal } from './modal.tsx';

/** An image as large as the screen; a tap closes it. */
export function ImageViewer({ url, close }: { url: string; close: () => void }) {
	return (
		<Modal label="查看图片" className="image-viewer" onClose={close} onClick={close}>
			<button aria-label="关闭">
				<img src={url} alt="" />
			</button>
		</Modal>
	);
}

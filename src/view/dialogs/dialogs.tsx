import { ImageViewer } from './image-viewer.tsx';
import { OpenInBrowser } from './open-in-browser.tsx';
import type { ViewProps } from '../page/props.ts';
import { ShareMoment } from './share-moment.tsx';
import { Question } from './question.tsx';

/** The open dialog. */
export function Dialogs({ page }: ViewProps<'notice'>) {
	const { dialog, close } = page.notice;
	const open = dialog.value;
	if (!open) return null;
	if (open.kind === 'question') return <Question {...open} />;
	if (open.kind === 'image') return <ImageViewer {...open} close={close} />;
	if (open.kind === 'share-moment') return <ShareMoment {...open} close={close} />;
	return <OpenInBrowser close={close} />;
}

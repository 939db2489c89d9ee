/** Chat script, loaded when the tab 互动空间 is first shown. */
import { ChatPanel } from '../view/chat/chat-panel.tsx';
import type { PageComponent } from '../models/page-model.ts';
import { addCss } from './add-css.ts';
import { hasRun } from './has-run.ts';

declare const __CHAT_CSS__: string;

const handoff = window.livePage!;

if (!hasRun(handoff, 'chatPanel')) {
	handoff.chatPanel = ChatPanel as PageComponent;
	addCss(__CHAT_CSS__);
}

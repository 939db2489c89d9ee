import * as texts from '../texts.ts';

/** Copies text; resolves with success. Old engines and plain http need `execCommand`. */
async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		const focused = document.activeElement as HTMLElement | null;
		const field = document.createElement('textarea');
		field.value = text;
		field.readOnly = true;
		field.style.position = 'fixed';
		field.style.opacity = '0';
		document.body.append(field);
		field.select();
		const copied = document.execCommand('copy');
		field.remove();
		if (focused) focused.focus();
		return copied;
	}
}

/** Shows whether text was copied. */
interface CopyNotice {
	showToast(message: string, urgency?: 'assertive'): void;
	confirm(title: string, message: string): unknown;
}

/** Copies text and says so. A link that cannot be copied is shown, as nobody can type it. */
export async function copyAndSay(text: string, notice: CopyNotice, copied = texts.COPIED): Promise<void> {
	if (await copyText(text)) notice.showToast(copied);
	else if (/:\/\//.test(text)) notice.confirm(texts.COPY_LINK_FAILED, text);
	else notice.showToast(texts.COPY_FAILED, 'assertive');
}

/** Copies text; resolves with success. Old engines and plain http need `execCommand`. */
export async function copyText(text: string): Promise<boolean> {
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

import koffi from 'koffi';

koffi.proto('int OnError(void *display, void *event)');

/** Gives the windows of a display without window manager the focus: without it a page shows no focus ring. */
export function focusWindows(display: string): void {
	const library = koffi.load('libX11.so.6');
	const sync = library.func('int XSync(void *display, int discard)');
	const focus = library.func(
		'int XSetInputFocus(void *display, unsigned long window, int revertTo, unsigned long time)',
	);
	const query = library.func(
		'int XQueryTree(void *display, unsigned long window, _Out_ unsigned long *root, _Out_ unsigned long *parent, _Out_ void **children, _Out_ unsigned int *count)',
	);
	// Windows that are not shown refuse it, which would end the process.
	library.func('void *XSetErrorHandler(OnError *handler)')(koffi.register(() => 0, 'OnError *'));
	const connection = library.func('void *XOpenDisplay(const char *name)')(display);
	const root = library.func('unsigned long XDefaultRootWindow(void *display)')(connection);
	const [children, count] = [[null], [0]] as const;
	query(connection, root, [0], [0], children, count);
	for (const window of count[0] ? koffi.decode(children[0], 'unsigned long', count[0]) : []) {
		focus(connection, window, 1, 0);
		sync(connection, 0);
	}
	library.func('int XCloseDisplay(void *display)')(connection);
}

const TYPES: Record<string, string> = {
	html: 'text/html; charset=utf-8',
	js: 'text/javascript; charset=utf-8',
	css: 'text/css; charset=utf-8',
	json: 'application/json; charset=utf-8',
	txt: 'text/plain; charset=utf-8',
	svg: 'image/svg+xml; charset=utf-8',
	png: 'image/png',
	mp4: 'video/mp4',
	m3u8: 'application/vnd.apple.mpegurl',
	ts: 'video/mp2t',
};

/** Content type of a file by its extension; `application/octet-stream` for an unknown one. */
export const contentType = (name: string): string => TYPES[/[^.]*$/.exec(name)![0]] ?? 'application/octet-stream';

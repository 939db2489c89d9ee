import { STATUS_CODES } from 'node:http';
import { ANSWER } from './connection.ts';

/** An `XMLHttpRequest` that the test answers. */
export class FakeRequest {
	method = '';
	url = '';
	headers: [string, string][] = [];
	body = '';
	timeout = 0;
	status = 0;
	responseText = '';
	responseHeaders: Record<string, string> = {};
	aborted = false;
	sent = false;
	onload: (() => void) | null = null;
	onerror: (() => void) | null = null;
	ontimeout: (() => void) | null = null;
	onabort: (() => void) | null = null;
	open(method: string, url: string): void {
		if (/\s/.test(url)) throw new SyntaxError('Invalid URL');
		this.method = method;
		this.url = url;
	}
	setRequestHeader(name: string, value: string): void {
		this.headers.push([name, value]);
	}
	send(body: string): void {
		this.sent = true;
		this.body = body;
	}
	abort(): void {
		if (!this.sent || this.status || this.aborted) return;
		this.aborted = true;
		if (this.onabort) this.onabort();
	}
	get readyState(): number {
		return this.status ? 4 : 1;
	}
	get responseURL(): string {
		return new URL(this.url, 'https://live.example.com/page').href;
	}
	getResponseHeader(name: string): string | null {
		return this.responseHeaders[name.toLowerCase()] ?? null;
	}
	get statusText(): string {
		return STATUS_CODES[this.status] ?? '';
	}
	/** @param headers by lower-case name */
	reply(status: number, text: string, headers: Record<string, string> = {}): void {
		this.responseHeaders = headers;
		this.status = status;
		this.responseText = text;
		if (this.onload) this.onload();
	}
	answer(fields: Record<string, unknown> = {}): void {
		this.reply(200, JSON.stringify({ code: 200, trace_id: 'trace', jsep: ANSWER, ...fields }));
	}
}

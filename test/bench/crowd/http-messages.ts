/** Requests and responses with what the calls read of them: Node's own copy each body through streams, which costs as much as the pages. */

interface Content {
	status?: number;
	headers?: HeadersInit;
	method?: string;
	body?: string | null;
}

class Message {
	readonly headers: Headers;
	constructor(
		readonly body: string | null,
		{ headers }: Content,
	) {
		this.headers = headers instanceof Headers ? headers : new Headers(headers);
	}
	text = async () => this.body ?? '';
}

/** Stands in for `Request`. */
export class PlainRequest extends Message {
	readonly method: string;
	constructor(
		readonly url: string,
		content: Content = {},
	) {
		super(content.body ?? null, content);
		this.method = content.method ?? 'GET';
	}
	clone = () => new PlainRequest(this.url, this);
}

/** Stands in for `Response`. */
export class PlainResponse extends Message {
	readonly status: number;
	readonly ok: boolean;
	constructor(body: string | null, content: Content = {}) {
		super(body, content);
		this.status = content.status ?? 200;
		this.ok = this.status < 300;
	}
}

/** A server's reply with an error status, with the fields that the SDK's HTTP client gives it. */
export interface ErrorReply {
	status: number;
	statusText: string;
	/** The body, parsed where it is JSON. */
	data: unknown;
	/** The request itself, which has the reply's headers. */
	request: XMLHttpRequest;
}

/** Describes a reply that a request has received. */
export function describeReply(request: XMLHttpRequest): ErrorReply {
	const { status, statusText, responseText } = request;
	let data: unknown = responseText;
	try {
		data = JSON.parse(responseText);
	} catch {
		// Not JSON: the text itself.
	}
	return { status, statusText, data, request };
}

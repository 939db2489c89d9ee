/** An error reply, in the fields of the SDK's HTTP client. */
export interface ErrorReply {
	status: number;
	statusText: string;
	/** Body, parsed if JSON. */
	data: unknown;
	request: XMLHttpRequest;
}

/** Describes a request's reply. */
export function describeReply(request: XMLHttpRequest): ErrorReply {
	const { status, statusText, responseText } = request;
	let data: unknown = responseText;
	try {
		data = JSON.parse(responseText);
	} catch {
		// Not JSON.
	}
	return { status, statusText, data, request };
}

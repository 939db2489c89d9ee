/** A server's error reply, with the fields of the SDK's HTTP client. */
export interface ErrorReply {
	status: number;
	statusText: string;
	/** Body, parsed if it is JSON. */
	data: unknown;
	/** Gives access to the reply's headers. */
	request: XMLHttpRequest;
}

/** Describes the reply of a finished request. */
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

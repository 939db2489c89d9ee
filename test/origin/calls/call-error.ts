/** Why a call fails; sent as a response with this HTTP status and `{ code, message }`, without `recData`. */
export class CallError extends Error {
	override name = 'CallError';
	readonly status: number;
	constructor(status: 400 | 401 | 403 | 404, message: string) {
		super(message);
		this.status = status;
	}
}

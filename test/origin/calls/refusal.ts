/** A call that is refused: becomes an answer of this HTTP status with `{ code, message }` and no `recData`. */
export class Refusal extends Error {
	override name = 'Refusal';
	readonly status: number;
	constructor(status: 400 | 401 | 403 | 404, message: string) {
		super(message);
		this.status = status;
	}
}

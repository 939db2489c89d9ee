import type { FakeMediaStream } from './connection.ts';

/** A media element that records calls, attributes and sources. */
export class FakeElement extends EventTarget {
	attributes: Record<string, string> = {};
	sources: unknown[] = [];
	muted = false;
	readyState = 0;
	plays = 0;
	refusal: Error | undefined;
	constructor(readonly nodeName: string) {
		super();
	}
	/** Kinds of the tracks that it plays. */
	get kinds(): string[] {
		return (this.srcObject as FakeMediaStream).tracks.map(({ kind }) => kind);
	}
	get srcObject(): unknown {
		return this.sources[this.sources.length - 1] ?? null;
	}
	set srcObject(source: unknown) {
		this.sources.push(source);
	}
	setAttribute(name: string, value: string): void {
		this.attributes[name] = value;
	}
	play(): Promise<void> {
		this.plays++;
		return this.refusal ? Promise.reject(this.refusal) : Promise.resolve();
	}
}

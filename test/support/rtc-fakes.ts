import { mock } from 'node:test';

/** An offer as Chromium writes it, cut to what the client looks at. */
export const OFFER = [
	'v=0',
	'm=audio 9 UDP/TLS/RTP/SAVPF 111',
	'a=rtpmap:111 opus/48000/2',
	'a=rtcp-fb:111 transport-cc',
	'm=video 9 UDP/TLS/RTP/SAVPF 102',
	'a=rtpmap:102 H264/90000',
	'',
].join('\r\n');

export const ANSWER = { type: 'answer', sdp: 'v=0\r\n' } as const;

type Outcome<T> = T | Error | 'hang';
const outcome = <T>(value: Outcome<T>): Promise<T> => {
	if (value === 'hang') return new Promise(() => {});
	if (value instanceof Error) return Promise.reject(value);
	return Promise.resolve(value);
};

/** What the next fake connection does. */
export interface PeerPlan {
	construct?: Error;
	createOffer?: Outcome<string>;
	setLocal?: Outcome<void>;
	/** Forget the local description, as a connection that was closed meanwhile. */
	noLocal?: boolean;
	setRemote?: Outcome<void>;
	/** Kinds of the tracks that arrive with the answer. */
	tracks?: ('audio' | 'video')[];
	/** No track events, as in Chrome 63. */
	silent?: boolean;
	stats?: Outcome<Record<string, unknown>[]>;
}

export class FakeTrack extends EventTarget {
	enabled = true;
	readyState = 'live';
	constraints: unknown[] = [];
	settings: Record<string, unknown> = { width: 640, height: 360, frameRate: 25 };
	failConstraints = false;
	constructor(readonly kind: string) {
		super();
	}
	stop(): void {
		this.readyState = 'ended';
	}
	getSettings(): Record<string, unknown> {
		return this.settings;
	}
	async applyConstraints(constraints: unknown): Promise<void> {
		if (this.failConstraints) throw new Error('overconstrained');
		this.constraints.push(constraints);
	}
}

export class FakeMediaStream {
	tracks: FakeTrack[];
	constructor(tracks: FakeTrack[] = []) {
		this.tracks = tracks;
	}
	addTrack(track: FakeTrack): void {
		this.tracks.push(track);
	}
	removeTrack(track: FakeTrack): void {
		this.tracks = this.tracks.filter((other) => other !== track);
	}
	getTracks(): FakeTrack[] {
		return this.tracks;
	}
	getAudioTracks(): FakeTrack[] {
		return this.tracks.filter((track) => track.kind === 'audio');
	}
	getVideoTracks(): FakeTrack[] {
		return this.tracks.filter((track) => track.kind === 'video');
	}
}

export class FakeSender {
	parameters: any = { encodings: [{}] };
	failParameters = false;
	constructor(public track: FakeTrack | null) {}
	getParameters(): any {
		if (this.failParameters) throw new TypeError('not a function');
		return this.parameters;
	}
	async setParameters(parameters: any): Promise<void> {
		this.parameters = parameters;
	}
	async replaceTrack(track: FakeTrack): Promise<void> {
		this.track = track;
	}
}

export class FakePeer {
	localDescription: { type: string; sdp: string } | null = null;
	iceConnectionState = 'new';
	oniceconnectionstatechange: (() => void) | null = null;
	ontrack: ((event: unknown) => void) | null = null;
	closed = false;
	offerOptions: unknown;
	remote: unknown;
	stats: Outcome<Record<string, unknown>[]>;
	statsAsked = 0;
	transport = { state: 'connected' };
	senders: FakeSender[] = [];
	receivers: unknown[] = [];
	constructor(readonly plan: PeerPlan) {
		if (plan.construct) throw plan.construct;
		this.stats = plan.stats || [];
	}
	addTrack(track: FakeTrack): void {
		this.senders.push(new FakeSender(track));
	}
	getSenders(): FakeSender[] {
		return this.senders;
	}
	async createOffer(options: unknown): Promise<unknown> {
		this.offerOptions = options;
		return { type: 'offer', sdp: await outcome(this.plan.createOffer ?? OFFER) };
	}
	async setLocalDescription(description: { type: string; sdp: string }): Promise<void> {
		await outcome(this.plan.setLocal);
		if (!this.plan.noLocal) this.localDescription = description;
	}
	async setRemoteDescription(description: unknown): Promise<void> {
		this.remote = description;
		if (!description || !(description as { type?: string }).type) throw new TypeError('no type');
		await outcome(this.plan.setRemote);
		for (const kind of this.plan.tracks || ['audio', 'video']) {
			const receiver = { track: new FakeTrack(kind), transport: this.transport };
			this.receivers.push(receiver);
			if (this.ontrack && !this.plan.silent) this.ontrack({ track: receiver.track, receiver });
		}
	}
	getReceivers(): unknown[] {
		return this.receivers;
	}
	async getStats(): Promise<Map<string, unknown>> {
		this.statsAsked++;
		const entries = await outcome(this.stats);
		return new Map(entries.map((entry, index) => [String(index), entry]));
	}
	close(): void {
		this.closed = true;
	}
	/** Changes the state of the connection as the network would. */
	ice(state: string): void {
		this.iceConnectionState = state;
		if (this.oniceconnectionstatechange) this.oniceconnectionstatechange();
	}
}

export class FakeRequest {
	method = '';
	url = '';
	headers: [string, string][] = [];
	body = '';
	timeout = 0;
	status = 0;
	responseText = '';
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
	reply(status: number, text: string): void {
		this.status = status;
		this.responseText = text;
		if (this.onload) this.onload();
	}
	answer(fields: Record<string, unknown> = {}): void {
		this.reply(200, JSON.stringify({ code: 200, trace_id: 'trace', jsep: ANSWER, ...fields }));
	}
}

/** A media element that records what is done to it. */
export class FakeElement extends EventTarget {
	attributes: Record<string, string> = {};
	sources: unknown[] = [];
	muted = false;
	readyState = 0;
	plays = 0;
	refusal: Error | undefined;
	listeners = 0;
	constructor(readonly nodeName: string) {
		super();
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
	override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
		this.listeners++;
		super.addEventListener(...args);
	}
	override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>): void {
		this.listeners--;
		super.removeEventListener(...args);
	}
}

/** A browser of fakes, with time that only passes when told. */
export interface Scene {
	/** Plans of the connections to come; the last one stays. */
	plans: PeerPlan[];
	peers: FakePeer[];
	requests: FakeRequest[];
	/** Addresses of the images that were asked for. */
	images: string[];
	/** What `localStorage` holds. */
	storage: Map<string, string>;
	/** Lets time pass and everything settle, in steps of 50 ms. */
	pass(milliseconds: number): Promise<void>;
	/** Lets promises settle. */
	settle(): Promise<void>;
	/** Sends an event to the window. */
	fire(event: string): void;
	/** Listeners on the window, and timers, that are still there. */
	leftovers(): number;
	last(): { peer: FakePeer; request: FakeRequest };
}

const CHROME =
	'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';

/** Runs a test in a browser of fakes and puts everything back. */
export const inScene =
	(body: (scene: Scene) => Promise<void> | void, userAgent = CHROME, extra: Record<string, unknown> = {}) =>
	async (): Promise<void> => {
		const peers: FakePeer[] = [];
		const requests: FakeRequest[] = [];
		const images: string[] = [];
		const storage = new Map<string, string>();
		const target = new EventTarget();
		const document = new EventTarget();
		const listeners = new Set<unknown>();
		const timers = new Set<unknown>();

		mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
		const real = { setTimeout, clearTimeout, setInterval, clearInterval };
		const settle = async (): Promise<void> => {
			for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
		};
		const scene: Scene = {
			plans: [{}],
			peers,
			requests,
			images,
			storage,
			settle,
			pass: async (milliseconds) => {
				await settle();
				for (let passed = 0; passed < milliseconds; passed += 50) {
					mock.timers.tick(Math.min(50, milliseconds - passed));
					await settle();
				}
			},
			fire: (event) => {
				target.dispatchEvent(new Event(event));
				document.dispatchEvent(new Event(event));
			},
			leftovers: () => listeners.size + timers.size,
			last: () => ({ peer: peers[peers.length - 1]!, request: requests[requests.length - 1]! }),
		};

		const globals: Record<string, unknown> = {
			setTimeout: (run: () => void, delay?: number) => {
				const timer = real.setTimeout(() => {
					timers.delete(timer);
					run();
				}, delay);
				timers.add(timer);
				return timer;
			},
			clearTimeout: (timer: never) => {
				timers.delete(timer);
				real.clearTimeout(timer);
			},
			setInterval: (run: () => void, delay: number) => {
				const timer = real.setInterval(run, delay);
				timers.add(timer);
				return timer;
			},
			clearInterval: (timer: never) => {
				timers.delete(timer);
				real.clearInterval(timer);
			},
			performance: { now: () => Date.now() },
			location: { href: 'https://live.example.com/page', origin: 'https://live.example.com' },
			navigator: { userAgent },
			document,
			window: {},
			addEventListener: (...args: Parameters<EventTarget['addEventListener']>) => {
				listeners.add(args[1]);
				target.addEventListener(...args);
			},
			removeEventListener: (...args: Parameters<EventTarget['removeEventListener']>) => {
				listeners.delete(args[1]);
				target.removeEventListener(...args);
			},
			localStorage: {
				getItem: (key: string) => storage.get(key) ?? null,
				setItem: (key: string, value: string) => storage.set(key, value),
			},
			MediaStream: FakeMediaStream,
			Image: class {
				set src(address: string) {
					images.push(address);
				}
			},
			XMLHttpRequest: class extends FakeRequest {
				constructor() {
					super();
					requests.push(this);
				}
			},
			RTCPeerConnection: class extends FakePeer {
				constructor() {
					super(scene.plans.length > 1 ? scene.plans.shift()! : scene.plans[0]!);
					peers.push(this);
				}
			},
			...extra,
		};
		const before = Object.getOwnPropertyDescriptors(globalThis) as Record<string, PropertyDescriptor | undefined>;
		for (const name in globals)
			Object.defineProperty(globalThis, name, { value: globals[name], configurable: true, writable: true });
		try {
			await body(scene);
		} finally {
			for (const name in globals) {
				const descriptor = before[name];
				if (descriptor) Object.defineProperty(globalThis, name, descriptor);
				else delete (globalThis as Record<string, unknown>)[name];
			}
			mock.timers.reset();
		}
	};

/** What a promise rejects with; an assertion error when it does not. */
export async function rejection(
	promise: Promise<unknown>,
): Promise<{ errorCode: number; message: string; traceId: string } & Error> {
	let value: unknown;
	try {
		value = await promise;
	} catch (error) {
		return error as never;
	}
	throw new Error(`resolved with ${String(value)} where it should reject`);
}

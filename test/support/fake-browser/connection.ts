/** An offer of Chromium, reduced to the lines the client reads. */
export const OFFER = [
	'v=0',
	'm=audio 9 UDP/TLS/RTP/SAVPF 111',
	'a=rtpmap:111 opus/48000/2',
	'a=rtcp-fb:111 transport-cc',
	'a=fmtp:111 minptime=10;useinbandfec=1',
	'm=video 9 UDP/TLS/RTP/SAVPF 102',
	'a=rtpmap:102 H264/90000',
	'',
].join('\r\n');

/** The answer of the fake server. */
export const ANSWER = { type: 'answer', sdp: 'v=0\r\n' } as const;

type Outcome<T> = T | Error | 'hang';
const outcome = <T>(value: Outcome<T>): Promise<T> => {
	if (value === 'hang') return new Promise(() => {});
	if (value instanceof Error) return Promise.reject(value);
	return Promise.resolve(value);
};

/** Behaviour of a fake connection. */
export interface PeerPlan {
	construct?: Error;
	createOffer?: Outcome<string>;
	setLocal?: Outcome<void>;
	/** Loses the local description, as a connection that was closed meanwhile. */
	noLocal?: boolean;
	setRemote?: Outcome<void>;
	/** Kinds of the tracks that arrive with the answer. */
	tracks?: ('audio' | 'video')[];
	/** Emits no track events, as Chrome 63. */
	noTrackEvents?: boolean;
	stats?: Outcome<Record<string, unknown>[]>;
}

/** A `MediaStreamTrack` whose `ended` event is dispatched by the test. */
export class FakeTrack extends EventTarget {
	enabled = true;
	muted = true;
	onunmute: (() => void) | null = null;
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

/** A `MediaStream` of fake tracks. */
export class FakeMediaStream {
	tracks: FakeTrack[];
	constructor(tracks: FakeTrack[] = []) {
		this.tracks = [...tracks];
	}
	addTrack(track: FakeTrack): void {
		if (!this.tracks.includes(track)) this.tracks.push(track);
	}
	removeTrack(track: FakeTrack): void {
		this.tracks = this.tracks.filter((other) => other !== track);
	}
	getTracks(): FakeTrack[] {
		return [...this.tracks];
	}
	getAudioTracks(): FakeTrack[] {
		return this.tracks.filter((track) => track.kind === 'audio');
	}
	getVideoTracks(): FakeTrack[] {
		return this.tracks.filter((track) => track.kind === 'video');
	}
}

/** An `RTCRtpSender` that records its parameters. */
export class FakeSender {
	parameters: any = { encodings: [{}] };
	failParameters = false;
	/** MIME types of the preferred codecs, the first one first. */
	codecs: string[] = [];
	transport?: { state: string; onstatechange?: () => void };
	constructor(public track: FakeTrack | null) {}
	getParameters(): any {
		if (this.failParameters) throw new TypeError('not a function');
		return structuredClone(this.parameters);
	}
	async setParameters(parameters: any): Promise<void> {
		this.parameters = parameters;
	}
	async replaceTrack(track: FakeTrack): Promise<void> {
		this.track = track;
	}
}

/** An `RTCPeerConnection` that behaves as its plan says. */
export class FakePeer extends EventTarget {
	localDescription: { type: string; sdp: string; toJSON(): unknown } | null = null;
	iceConnectionState = 'new';
	signalingState = 'stable';
	oniceconnectionstatechange: (() => void) | null = null;
	connectionState = 'new';
	onconnectionstatechange: (() => void) | null = null;
	ontrack: ((event: unknown) => void) | null = null;
	closed = false;
	offerOptions: unknown;
	remote: unknown;
	stats: Outcome<Record<string, unknown>[]>;
	statsRequests = 0;
	transport = { state: 'connected' };
	senders: FakeSender[] = [];
	receivers: unknown[] = [];
	constructor(readonly plan: PeerPlan) {
		super();
		if (plan.construct) throw plan.construct;
		this.stats = plan.stats || [];
	}
	addTrack(track: FakeTrack): void {
		this.senders.push(new FakeSender(track));
	}
	getSenders(): FakeSender[] {
		return this.senders;
	}
	getTransceivers(): unknown[] {
		return this.senders.map((sender) => ({
			sender,
			setCodecPreferences: (codecs: { mimeType: string }[]) => (sender.codecs = codecs.map(({ mimeType }) => mimeType)),
		}));
	}
	async createOffer(options: unknown): Promise<unknown> {
		this.offerOptions = options;
		return { type: 'offer', sdp: await outcome(this.plan.createOffer ?? OFFER) };
	}
	async setLocalDescription(description: { type: string; sdp: string }): Promise<void> {
		await outcome(this.plan.setLocal);
		if (!this.plan.noLocal) this.localDescription = Object.assign({ toJSON: () => description }, description);
	}
	async setRemoteDescription(description: unknown): Promise<void> {
		this.remote = description;
		if (!description || !(description as { type?: string }).type) throw new TypeError('no type');
		await outcome(this.plan.setRemote);
		for (const kind of this.plan.tracks || ['audio', 'video']) {
			const receiver = { track: new FakeTrack(kind), transport: this.transport };
			this.receivers.push(receiver);
			if (this.ontrack && !this.plan.noTrackEvents) this.ontrack({ track: receiver.track, receiver });
		}
	}
	get remoteDescription(): unknown {
		return this.remote;
	}
	getReceivers(): unknown[] {
		return this.receivers;
	}
	async getStats(): Promise<Map<string, unknown>> {
		this.statsRequests++;
		const entries = await outcome(this.stats);
		return new Map(entries.map((entry, index) => [String(index), entry]));
	}
	configuration: unknown;
	setConfiguration(configuration: unknown): void {
		this.configuration = configuration;
	}
	close(): void {
		this.closed = true;
		this.signalingState = 'closed';
	}
	/** Changes the ICE connection state. */
	ice(state: string): void {
		this.iceConnectionState = state;
		this.#announce('iceconnectionstatechange');
	}
	/** Changes the state of the whole connection. */
	connection(state: string): void {
		this.connectionState = state;
		this.#announce('connectionstatechange');
	}
	#announce(event: 'connectionstatechange' | 'iceconnectionstatechange'): void {
		this[`on${event}`]?.();
		this.dispatchEvent(new Event(event));
	}
}

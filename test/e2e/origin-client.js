/**
 * Runs in the page of `origin.test.ts`, as `window.rig`: the least that plays and publishes over artc,
 * without a line of the product, so that a failure is the origin's.
 */
const rig = {
	/** @type {RTCPeerConnection | undefined} */
	connection: undefined,
	/** @type {HTMLVideoElement | undefined} */
	video: undefined,

	/** @param {string} name @param {object} order @param {RTCPeerConnection} pc */
	async signal(name, order, pc) {
		await pc.setLocalDescription(await pc.createOffer());
		const response = await fetch(`/live/${name}`, {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
			body: JSON.stringify({ version: 2, sdk_version: '0.0.1', ...order, jsep: pc.localDescription }),
		});
		const reply = await response.json();
		if (response.status === 200) await pc.setRemoteDescription(reply.jsep);
		return { status: response.status, reply };
	},

	/**
	 * Plays a stream; resolves with the status and, when there is video, the milliseconds to its first frame.
	 * @param {string} name
	 * @param {{ audio?: boolean, video?: boolean, dataChannel?: boolean }} [wanted]
	 */
	async play(name, { audio = true, video = true, dataChannel = false } = {}) {
		const started = performance.now();
		rig.connection?.close();
		rig.video?.remove();
		const pc = (rig.connection = new RTCPeerConnection());
		const element = (rig.video = document.createElement('video'));
		element.autoplay = true;
		element.playsInline = true;
		document.body.append(element);
		const media = new MediaStream();
		pc.ontrack = (event) => {
			media.addTrack(event.track);
			element.srcObject = media;
		};
		if (audio) pc.addTransceiver('audio', { direction: 'recvonly' });
		if (video) pc.addTransceiver('video', { direction: 'recvonly' });
		if (dataChannel) pc.createDataChannel('GRTNDataChannel');
		const frame = new Promise((resolve) =>
			element.requestVideoFrameCallback(() => resolve(performance.now() - started)),
		);
		const pull = {
			url: `artc://${location.host}/live/${name}`,
			...(audio && { amsid: ['rts audio'] }),
			...(video && { vmsid: ['rts video'] }),
		};
		const { status, reply } = await rig.signal(name, { mode: 'live', pull_streams: [pull] }, pc);
		if (status !== 200) return { status, firstFrame: 0, reply };
		return { status, firstFrame: video ? Math.round(await frame) : 0, reply };
	},

	/** Publishes the browser's camera and microphone. @param {string} name */
	async publish(name) {
		const media = await navigator.mediaDevices.getUserMedia({
			audio: true,
			video: { width: 640, height: 360, frameRate: 15 },
		});
		const pc = (rig.connection = new RTCPeerConnection());
		for (const track of media.getTracks()) pc.addTrack(track, media);
		const { status } = await rig.signal(name, { mode: 'rtc', push_stream: `artc://${location.host}/live/${name}` }, pc);
		return status;
	},

	/** A row of numbers that stands for the picture. */
	pixels() {
		const canvas = document.createElement('canvas');
		canvas.width = 160;
		canvas.height = 90;
		const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
		if (rig.video) context.drawImage(rig.video, 0, 0, 160, 90);
		return Array.from(context.getImageData(0, 0, 160, 90).data);
	},

	/** What has been received so far. */
	async received() {
		const result = { frames: 0, audioBytes: 0, videoBytes: 0 };
		(await rig.connection?.getStats())?.forEach((/** @type {any} */ entry) => {
			if (entry.type !== 'inbound-rtp') return;
			if (entry.kind === 'audio') result.audioBytes = entry.bytesReceived;
			else Object.assign(result, { frames: entry.framesDecoded, videoBytes: entry.bytesReceived });
		});
		return result;
	},

	/** State of the DTLS transport under the media. */
	transport: () => rig.connection?.getReceivers()[0]?.transport?.state ?? 'none',
};

Object.assign(window, { rig });

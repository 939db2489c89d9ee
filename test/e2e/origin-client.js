/**
 * Runs in the page of `origin.test.ts`, as `window.client`: a minimal artc player and publisher that shares no code with
 * the product, so that a failure is a failure of the origin.
 */
const client = {
	/** @type {RTCPeerConnection | undefined} */
	connection: undefined,
	/** @type {HTMLVideoElement | undefined} */
	video: undefined,

	/** @param {string} name @param {object} request @param {RTCPeerConnection} connection */
	async signal(name, request, connection) {
		await connection.setLocalDescription(await connection.createOffer());
		const response = await fetch(`/live/${name}`, {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
			body: JSON.stringify({ version: 2, sdk_version: '0.0.1', ...request, jsep: connection.localDescription }),
		});
		const reply = await response.json();
		if (response.status === 200) await connection.setRemoteDescription(reply.jsep);
		return { status: response.status, reply };
	},

	/**
	 * Plays a stream in place of the one before; resolves with the status and, when there is video, the milliseconds to its
	 * first frame.
	 * @param {string} name
	 * @param {{ audio?: boolean, video?: boolean, dataChannel?: boolean }} [tracks]
	 */
	async play(name, { audio = true, video = true, dataChannel = false } = {}) {
		const started = performance.now();
		client.connection?.close();
		client.video?.remove();
		const connection = (client.connection = new RTCPeerConnection());
		const element = (client.video = document.createElement('video'));
		element.autoplay = true;
		element.playsInline = true;
		document.body.append(element);
		const media = new MediaStream();
		connection.ontrack = (event) => {
			media.addTrack(event.track);
			element.srcObject = media;
		};
		if (audio) connection.addTransceiver('audio', { direction: 'recvonly' });
		if (video) connection.addTransceiver('video', { direction: 'recvonly' });
		if (dataChannel) connection.createDataChannel('GRTNDataChannel');
		const frame = new Promise((resolve) =>
			element.requestVideoFrameCallback(() => resolve(performance.now() - started)),
		);
		const pull = {
			url: `artc://${location.host}/live/${name}`,
			...(audio && { amsid: ['rts audio'] }),
			...(video && { vmsid: ['rts video'] }),
		};
		const { status } = await client.signal(name, { mode: 'live', pull_streams: [pull] }, connection);
		return { status, firstFrame: status === 200 && video ? Math.round(await frame) : 0 };
	},

	/** Publishes the browser's camera and microphone; resolves with the status. @param {string} name */
	async publish(name) {
		const media = await navigator.mediaDevices.getUserMedia({
			audio: true,
			video: { width: 640, height: 360, frameRate: 15 },
		});
		const connection = (client.connection = new RTCPeerConnection());
		for (const track of media.getTracks()) connection.addTrack(track, media);
		const request = { mode: 'rtc', push_stream: `artc://${location.host}/live/${name}` };
		return (await client.signal(name, request, connection)).status;
	},

	/** Colour values of the current frame, scaled down. */
	pixels() {
		const canvas = document.createElement('canvas');
		canvas.width = 160;
		canvas.height = 90;
		const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
		if (client.video) context.drawImage(client.video, 0, 0, 160, 90);
		return Array.from(context.getImageData(0, 0, 160, 90).data);
	},

	/** Totals received by the current connection. */
	async received() {
		const result = { frames: 0, audioBytes: 0, videoBytes: 0 };
		(await client.connection?.getStats())?.forEach((/** @type {any} */ entry) => {
			if (entry.type !== 'inbound-rtp') return;
			if (entry.kind === 'audio') result.audioBytes = entry.bytesReceived;
			else Object.assign(result, { frames: entry.framesDecoded, videoBytes: entry.bytesReceived });
		});
		return result;
	},

	/** State of the DTLS transport. */
	transportState: () => client.connection?.getReceivers()[0]?.transport?.state ?? 'none',
};

Object.assign(window, { client });

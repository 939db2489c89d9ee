import type { LocalStream } from '../../../src/rts/index.ts';

const FRAMES_PER_SECOND = 15;

/** Draws a hand that turns, and the time. */
function draw(context: CanvasRenderingContext2D) {
	const { width, height } = context.canvas;
	const angle = Date.now() / 500;
	context.fillStyle = '#123';
	context.fillRect(0, 0, width, height);
	context.strokeStyle = '#fc0';
	context.lineWidth = 12;
	context.beginPath();
	context.moveTo(width / 2, height / 2);
	context.lineTo(width / 2 + Math.sin(angle) * 150, height / 2 - Math.cos(angle) * 150);
	context.stroke();
	context.fillStyle = '#fff';
	context.font = '32px sans-serif';
	context.fillText(new Date().toISOString(), 24, 48);
}

/** A stream without devices: a hand that turns, and a tone. It has what a client needs to publish it. */
export function createTestStream(): LocalStream {
	const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
	const context = canvas.getContext('2d')!;
	draw(context);
	const timer = setInterval(draw, 1000 / FRAMES_PER_SECOND, context);

	const sound = new AudioContext();
	const tone = sound.createOscillator();
	const output = sound.createMediaStreamDestination();
	tone.connect(output);
	tone.start();

	const mediaStream = canvas.captureStream(FRAMES_PER_SECOND);
	const [videoTrack] = mediaStream.getVideoTracks();
	const [audioTrack] = output.stream.getAudioTracks();
	mediaStream.addTrack(audioTrack!);
	const stream: Pick<
		LocalStream,
		'mediaStream' | 'audioTrack' | 'videoTrack' | 'traceId' | 'setEncodeParam' | 'play' | 'stop'
	> = {
		mediaStream,
		videoTrack,
		audioTrack,
		traceId: '',
		setEncodeParam: async () => {},
		play(element) {
			element.srcObject = mediaStream;
			element.play().catch(() => {});
		},
		stop() {
			clearInterval(timer);
			sound.close();
			for (const track of mediaStream.getTracks()) track.stop();
		},
	};
	return stream as LocalStream;
}

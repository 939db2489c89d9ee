import { useEffect, useRef, useState } from 'react';

const client = window.AliRTS.createClient();
/** Asked at once, as the SDK's documents say, so that the answer is there when the live is known. */
const supported = client.isSupport({ isReceiveVideo: true });
supported.catch(() => {});

const viewers = (count) => (count < 10_000 ? String(count) : `${(Math.floor(count / 1000) / 10).toFixed(1)}万`);

export function Stage({ live, failed }) {
	const video = useRef(null);
	const [message, setMessage] = useState('加载中…');
	const [muted, setMuted] = useState(false);

	useEffect(() => {
		if (failed) setMessage('网络不给力，请检查网络后重试');
	}, [failed]);

	useEffect(() => {
		if (!live) return;
		const element = video.current;
		// Sound was refused: play without it until somebody asks for it.
		const playMuted = () => {
			element.muted = true;
			setMuted(true);
			element.play();
		};
		const onError = (error) => {
			if (error.errorCode !== 10201) return setMessage('直播连接失败，请稍后重试');
			playMuted();
		};
		client.on('onError', onError);
		if (live.status === 0) setMessage('直播尚未开始');
		else if (live.status === 2) setMessage('直播已结束');
		else if (live.status === 3) {
			element.controls = true;
			element.src = live.playbackUrl;
			element.play().catch(playMuted);
		} else if (!live.originRts.startsWith('artc://')) {
			element.src = live.originRts;
			element.play();
		} else {
			setMessage('正在连接直播…');
			supported
				.then(() => client.subscribe(live.originRts))
				.then(
					(stream) => stream.play(element),
					() => setMessage('直播连接失败，请稍后重试'),
				);
		}
		return () => {
			client.off('onError', onError);
			client.unsubscribe();
		};
	}, [live]);

	function unmute() {
		video.current.muted = false;
		setMuted(false);
	}

	return (
		<div className="stage">
			<video
				id="video"
				ref={video}
				playsInline
				onPlaying={() => setMessage('')}
				onWaiting={() => setMessage('网络缓慢，正在缓冲…')}
			/>
			{live?.status === 0 && <img className="cover" src={live.coverImg} alt="直播封面" />}
			<div className="overlay">
				<div className="organization">
					{live ? <img className="head" src={live.headPic} alt="" width="36" height="36" /> : <span className="head" />}
					<span className="organization-title">{live?.organizationTitle}</span>
					<button className="button">关注</button>
				</div>
				{live && <div className="viewers">{viewers(Number(live.peopleCount))}人观看</div>}
			</div>
			{message && <div className="status">{message}</div>}
			{muted && (
				<button className="chip sound" onClick={unmute}>
					点击打开声音
				</button>
			)}
		</div>
	);
}

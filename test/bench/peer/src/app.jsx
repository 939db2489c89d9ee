import { useEffect, useState } from 'react';
import { fetchLive } from './api.js';
import { Chat } from './chat.jsx';
import { Introduction } from './introduction.jsx';
import { News } from './news.jsx';
import { Stage } from './stage.jsx';
import { isPromoted, token } from './visit.js';

const TABS = ['直播介绍', '互动空间', '相关资讯'];

export function App() {
	const [live, setLive] = useState(null);
	const [failed, setFailed] = useState(false);
	const [tab, setTab] = useState(0);
	const [opened, setOpened] = useState([true, false, false]);

	useEffect(() => {
		fetchLive().then(
			(data) => {
				document.title = data.title;
				setLive(data);
			},
			() => setFailed(true),
		);
	}, []);

	function show(index) {
		setTab(index);
		setOpened((before) => before.map((was, i) => was || i === index));
	}

	const panels = [
		<Introduction live={live} failed={failed} />,
		opened[1] && <Chat live={live} />,
		opened[2] && live && <News organizationId={live.organizationId} />,
	];

	return (
		<div className="page">
			{isPromoted && (
				<header className="promotion" style={{ display: 'flex' }}>
					<span className="promotion-mark" />
					<p className="promotion-text">
						<b>阳光校园</b>
						<small>看直播，聊精彩</small>
					</p>
					<button className="button">打开App</button>
				</header>
			)}
			<Stage live={live} failed={failed} />
			<main className="tabs">
				<div className="tab-list" role="tablist">
					{TABS.map((title, index) => (
						<button key={title} role="tab" aria-selected={index === tab} onClick={() => show(index)}>
							{title}
						</button>
					))}
				</div>
				<div className="panels">
					{panels.map((panel, index) => (
						<section
							key={TABS[index]}
							role="tabpanel"
							className={`panel${index < tab ? ' panel-before' : index > tab ? ' panel-after' : ''}`}
							aria-hidden={index !== tab}
						>
							{panel}
						</section>
					))}
				</div>
			</main>
			{!isPromoted && token && live && (
				<footer className="footer">
					<span className="footer-title">{live.organizationTitle}</span>
					{live.inviteCode && <span>邀请码 {live.inviteCode}</span>}
				</footer>
			)}
		</div>
	);
}

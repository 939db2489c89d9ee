import { useEffect, useRef, useState } from 'react';
import { deleteChat, fetchChatTotal, fetchComments, saveChat } from './api.js';
import { isMember, isModerator } from './visit.js';

export function Chat({ live }) {
	const [comments, setComments] = useState([]);
	const [total, setTotal] = useState(0);
	const [finished, setFinished] = useState(false);
	const page = useRef(0);
	const loading = useRef(false);

	async function load(pagenum, merge) {
		if (loading.current) return;
		loading.current = true;
		try {
			const records = await fetchComments(pagenum);
			page.current = pagenum;
			setFinished(records.length === 0);
			setComments((before) => merge(before, records));
		} catch (error) {
			console.warn(error);
		} finally {
			loading.current = false;
		}
	}

	const reload = () => load(1, (_before, records) => records);

	useEffect(() => {
		reload();
	}, []);

	useEffect(() => {
		if (live) fetchChatTotal(live.oss).then(setTotal, console.warn);
	}, [live]);

	function onScroll({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) {
		if (!finished && scrollTop + clientHeight > scrollHeight - 200)
			load(page.current + 1, (before, records) => [...before, ...records]);
	}

	async function remove(id) {
		if (!confirm('确认删除评论？')) return;
		await deleteChat(id).catch(console.warn);
		reload();
	}

	async function send(content) {
		await saveChat(content, live.oss).catch(console.warn);
		reload();
	}

	return (
		<>
			<div className="scroller" onScroll={onScroll}>
				{total > 0 && <p className="chat-total">共 {total} 条互动</p>}
				<ul className="comments">
					{comments.map(({ id, nickname, content }) => (
						<li key={id}>
							<p>
								<b className={nickname ? '' : 'assistant'}>{nickname || '直播小助手'}：</b>
								{content}
							</p>
							{isModerator && (
								<button className="link" onClick={() => remove(id)}>
									删除
								</button>
							)}
						</li>
					))}
				</ul>
				<p className="list-end">{finished ? '没有更多了' : '加载中…'}</p>
			</div>
			<Composer send={send} />
		</>
	);
}

function Composer({ send }) {
	const [content, setContent] = useState('');

	if (!isMember)
		return (
			<div className="composer">
				<button className="composer-invitation">打开App参与互动</button>
			</div>
		);

	function submit(event) {
		event.preventDefault();
		if (!content.trim()) return;
		setContent('');
		send(content);
	}

	return (
		<form className="composer" onSubmit={submit}>
			<input
				value={content}
				onChange={(event) => setContent(event.target.value)}
				placeholder="说点什么…"
				maxLength={500}
			/>
			<button className="button">发送</button>
		</form>
	);
}

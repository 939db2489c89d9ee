/** The last line of a list: 加载中…, 加载失败 with a retry button, or 没有更多了 at the end (spec §9). */
export function ListEnd({
	loading,
	failed,
	finished,
	retry,
}: {
	loading: boolean;
	failed: boolean;
	finished: boolean;
	retry: () => void;
}) {
	if (loading) return <p className="list-end">加载中…</p>;
	if (failed)
		return (
			<p className="list-end">
				加载失败
				<button className="link" onClick={retry}>
					点击重试
				</button>
			</p>
		);
	return <p className="list-end">{finished ? '没有更多了' : ''}</p>;
}

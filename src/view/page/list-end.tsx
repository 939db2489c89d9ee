import * as texts from '../../texts.ts';

/** 加载中…, 加载失败 with a retry button, or 没有更多了 (spec §2), below `empty` for a list without rows. */
export function ListEnd({
	loading,
	failed,
	finished,
	empty = '',
	retry,
}: {
	loading: boolean;
	failed: boolean;
	finished: boolean;
	/** Text of an empty list. */
	empty?: string;
	retry: () => void;
}) {
	if (loading) return <p className="list-end">{texts.LOADING}</p>;
	if (failed)
		return (
			<p className="list-end" role="alert">
				{texts.LOAD_FAILED}
				<button className="link" onClick={retry}>
					{texts.CLICK_TO_RETRY}
				</button>
			</p>
		);
	return <p className="list-end">{finished ? `${empty}\n${texts.END_OF_LIST}`.trim() : ''}</p>;
}

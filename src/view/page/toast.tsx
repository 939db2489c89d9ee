import type { ViewProps } from './props.ts';

/** A short-lived message. */
export function Toast({ page }: ViewProps<'notice'>) {
	return (
		<div className="toast" role="status">
			{page.notice.toast.value ? <p>{page.notice.toast.value}</p> : null}
		</div>
	);
}

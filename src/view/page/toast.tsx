import type { ViewProps } from './props.ts';

/** A short-lived message; one about what has failed is read out at once (WCAG 4.1.3). */
export function Toast({ page }: ViewProps<'notice'>) {
	return (
		<div className="toast" role="status" aria-live={page.notice.urgency.value}>
			{page.notice.toast.value ? <p>{page.notice.toast.value}</p> : null}
		</div>
	);
}

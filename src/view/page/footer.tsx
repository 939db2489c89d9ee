import * as texts from '../../texts.ts';
import type { ViewProps } from './props.ts';

/** Organization and invitation code (spec §2, §6), at the end of the introduction. */
export function Footer({ page }: ViewProps<'actions' | 'footer' | 'live' | 'promoted'>) {
	const { data } = page.live.state.value;
	if (!data || !page.footer || page.promoted.value || !(data.organizationTitle || data.inviteCode)) return null;
	return (
		<footer className="footer">
			<span className="footer-title">{data.organizationTitle}</span>
			{data.inviteCode ? (
				<button className="link" onClick={() => page.actions.copy(data.inviteCode)}>
					{texts.COPY_INVITE_CODE} {data.inviteCode}
				</button>
			) : null}
		</footer>
	);
}

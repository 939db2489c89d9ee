import * as texts from '../../texts.ts';
import type { ViewProps } from './props.ts';
import { Icon, PLAY } from './icon.tsx';

/** Promotion header, always in the HTML; the class `promoted` shows it (spec §2). Can be dismissed for the visit. */
export function Promotion({
	page,
}: ViewProps<'actions' | 'appName' | 'appSlogan' | 'hidePromotion' | 'hydrated' | 'promotionCloses'>) {
	return (
		<header className={`promotion${page.promotionCloses ? ' closable' : ''}`}>
			<span className="promotion-mark">
				<Icon path={PLAY} />
			</span>
			<p className="promotion-text">
				<b>{page.appName}</b>
				<small>{page.appSlogan}</small>
			</p>
			<button className="button" onClick={page.actions.openApp}>
				{texts.OPEN_APP}
			</button>
			{page.promotionCloses && page.hydrated.value ? (
				<button className="promotion-close" aria-label={texts.CLOSE} onClick={page.hidePromotion}>
					×
				</button>
			) : null}
		</header>
	);
}

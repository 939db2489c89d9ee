import type { ViewProps } from './props.ts';
import { Dialog } from './dialog.tsx';
import { Footer } from './footer.tsx';
import { OpenInBrowser } from './open-in-browser.tsx';
import { Promotion } from './promotion.tsx';
import { Stage } from './stage.tsx';
import { Tabs } from './tabs.tsx';
import { Toast } from './toast.tsx';

/** The live broadcast page (spec §2). */
export function Page({ page }: ViewProps) {
	return (
		<>
			<div className={page.drawer.value ? 'page with-drawer' : 'page'}>
				<Promotion page={page} />
				<Stage page={page} />
				<Tabs page={page} />
				<Footer page={page} />
			</div>
			<Toast page={page} />
			<Dialog page={page} />
			<OpenInBrowser page={page} />
		</>
	);
}

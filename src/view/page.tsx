import type { Page as PageModel } from '../models/page';
import { Dialog } from './dialog';
import { Footer } from './footer';
import { OpenInBrowser } from './open-in-browser';
import { Promotion } from './promotion';
import { Stage } from './stage';
import { Tabs } from './tabs';
import { Toast } from './toast';

/** What every component gets: the page's models. */
export interface ViewProps {
	page: PageModel;
}

/** The live broadcast page (spec §2). */
export function Page({ page }: ViewProps) {
	return (
		<>
			<div className="page">
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

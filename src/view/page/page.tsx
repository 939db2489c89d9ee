import type { ComponentType } from 'react';
import type { ViewProps } from './props.ts';
import { Promotion } from './promotion.tsx';
import { Stage } from '../stage/stage.tsx';
import { Tabs } from '../tabs/tabs.tsx';

/** The live broadcast page (spec §2). */
export function Page({ page }: ViewProps) {
	const more = page.more.value;
	const Dialogs = more && (more.Dialogs as ComponentType<ViewProps>);
	return (
		<>
			<div className={`page${page.drawer.value ? ' with-drawer' : ''}${page.fullscreen.value ? ' full' : ''}`}>
				<Promotion page={page} />
				<Stage page={page} />
				<Tabs page={page} />
			</div>
			{Dialogs ? <Dialogs page={page} /> : null}
		</>
	);
}

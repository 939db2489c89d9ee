import type { ComponentType, ReactNode } from 'react';
import type { Page } from '../../models/page-model.ts';
import type { ChoiceMenuProps } from '../stage/choice-menu.tsx';

/** Props of a replay's chapters and captions. */
export interface GuideProps extends ViewProps {
	/** Of the script that draws the menu of qualities. */
	ChoiceMenu: ComponentType<ChoiceMenuProps>;
}

/** Props of a replay's controls. */
export interface ReplayProps extends GuideProps {
	/** Controls that broadcasts have, too: before and behind what only a replay has. */
	start: ReactNode;
	end: ReactNode;
}

/** Props of a component: of the page, what it shows. Those that hold others take all of it. */
export interface ViewProps<Shown extends keyof Page = keyof Page> {
	page: Pick<Page, Shown>;
}

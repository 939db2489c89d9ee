/** The control of the stage that an event is for; null: the picture. */
export const controlOf = ({ target }: Event): Element | null =>
	(target as Element).closest('button, input, .menu-backdrop, .seek');

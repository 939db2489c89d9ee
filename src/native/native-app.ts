import type { Config } from '../config.ts';
import type { Environment } from '../visit/environment.ts';
import { createBridge } from './bridge.ts';
import { type AppMethod, createOpenApp, type OpenTarget } from './open-app.ts';
import { type OpeningNotice, showOpening } from './show-opening.ts';

interface NativeAppOptions {
	app: Config['app'];
	environment: Environment;
	/** The user agent names the app. */
	insideApp: boolean;
}

/** Creates what the page does with the provider's app, once, as the bridge owns a global. */
export function createNativeApp({ app, environment, insideApp }: NativeAppOptions) {
	const bridge = createBridge(app.bridgeName, { insideApp });
	const isInside = () => insideApp || bridge.available();
	const openApp = createOpenApp({ environment, app, bridge, isInside });

	return {
		/** Opens the app, or calls its method inside; shows the outcome. */
		async open(method: AppMethod, target: OpenTarget, notice: OpeningNotice): Promise<void> {
			showOpening(await openApp(method, target), app.name, environment.phone, notice);
		},
		/** Calls `use` inside the app, late where the user agent does not tell. Returns the cleanup. */
		whenInside(use: () => void): () => void {
			if (!insideApp) return bridge.onAvailable(use);
			use();
			return () => {};
		},
		bridge,
	};
}

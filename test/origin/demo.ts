import config from './demo.json' with { type: 'json' };

/** Signing key of `npm start`: the page is built with it and the origin checks against it. */
export const DEMO_SIGN_KEY = config.api.signKey;

/** Token of every visitor who is logged in. */
export const DEMO_TOKEN = 'demo';

/** A visitor who may post. */
export const VIEWER_ID = '42';

/** The one visitor who may delete; goes into `config.moderators` of the demo build. */
export const MODERATOR_ID = config.moderators[0]!;

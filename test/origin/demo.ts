/** Signing key of `npm start`: the page is built with it and the origin checks against it. */
export const DEMO_SIGN_KEY = 'demo-sign-key-2024';

/** Token of every visitor who is logged in. */
export const DEMO_TOKEN = 'demo';

/** A visitor who may post. */
export const VIEWER_ID = '42';

/** The one visitor who may delete; goes into `config.moderators` of the demo build. */
export const MODERATOR_ID = '7001';

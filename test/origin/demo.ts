import config from './demo.json' with { type: 'json' };

/** Signing key of the demo: the page is built with it and the origin verifies with it. */
export const DEMO_SIGN_KEY = config.api.signKey;

/** The token of a logged-in visitor. */
export const DEMO_TOKEN = 'demo';

/** User id of a visitor who may send chat messages. */
export const VIEWER_ID = '42';

/** User id of the moderator; `config.moderators` of the demo build. */
export const MODERATOR_ID = config.moderators[0]!;

/** The users that a token stands for. A real token stands for one; this one keeps the printed addresses simple. */
export const USERS_OF_TOKEN: Record<string, string[] | undefined> = { [DEMO_TOKEN]: [VIEWER_ID, MODERATOR_ID] };

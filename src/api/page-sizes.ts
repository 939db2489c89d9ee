/** Records on a page of each list (spec §9). */
export const CHAT_PAGE = 20;
export const NEWS_PAGE = 20;
/** Of the messages ever sent, whose total alone is shown. */
export const HISTORY_PAGE = 5;

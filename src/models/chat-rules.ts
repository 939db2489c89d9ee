/** Rules of the chat's list, which come with the script `more`. */
import { addHead, removeComment, withoutIds } from './extend-list.ts';
import { areIdsReused } from './place-comments.ts';
import { readHead } from './read-head.ts';
import { readNext } from './read-next.ts';

/** All that changes a list once its first page is there. */
export const chatRules = { addHead, removeComment, withoutIds, areIdsReused, readHead, readNext };

/** Type of {@link chatRules}. */
export type ChatRules = typeof chatRules;

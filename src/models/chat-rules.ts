/** Rules of the chat's list, which come with the script `more`. */
import { addHead, addPage, nextPage, removeComment, withoutIds } from './extend-list.ts';
import { areIdsReused } from './place-comments.ts';
import { readHead } from './read-head.ts';

/** All that changes a list once its first page is there. */
export const chatRules = { addHead, addPage, nextPage, removeComment, withoutIds, areIdsReused, readHead };

/** Type of {@link chatRules}. */
export type ChatRules = typeof chatRules;

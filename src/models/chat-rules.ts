/** Rules of the chat's list, which come with the script `more`. */
import { removeComment, withoutIds } from './extend-list.ts';
import { fetchHead, mergeHead } from './merge-head.ts';
import { areIdsReused } from './place-comments.ts';
import { readNext } from './read-next.ts';

/** All that changes a list once its first page is there. */
export const chatRules = { removeComment, withoutIds, areIdsReused, fetchHead, mergeHead, readNext };

/** Type of {@link chatRules}. */
export type ChatRules = typeof chatRules;

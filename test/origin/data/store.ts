import type { Comment, Live, NewsItem } from './entities.ts';
import { makeComments, timeText } from './seed-comments.ts';
import { LESSON_START, seedLives } from './seed-lives.ts';
import { seedNews } from './seed-news.ts';

/** Number of initial comments by live id. */
const SEED_COMMENT_COUNTS: Record<string, number> = { '0': 4, '1': 55, '3': 8, '5': 21, '6': 13 };

/** A comment as a test gives it; absent fields are filled in. */
export type CommentItem = Partial<Comment> & { content: string };

/** The data of the backend, in memory. */
export function createStore() {
	let lives = new Map<string, Live>();
	let comments = new Map<string, Comment[]>();
	let packets: Map<string, number>;
	let news: NewsItem[] = [];
	let nextId = 1;

	function reset(): void {
		lives = new Map(seedLives().map((live) => [live.id, live]));
		news = seedNews();
		nextId = 10_001;
		packets = new Map();
		comments = new Map();
		for (const [liveId, count] of Object.entries(SEED_COMMENT_COUNTS)) {
			comments.set(liveId, makeComments(count, nextId, Date.now() - 20_000));
			nextId += count;
		}
		// As it was broadcast: a message every two seconds.
		comments.set('15', makeComments(60, nextId, LESSON_START + 119_000, 2000));
		nextId += 60;
	}
	reset();

	const commentsOf = (liveId: string) => comments.get(liveId) ?? [];

	return {
		reset,
		live: (id: string) => lives.get(id),
		liveByOss: (oss: string) => [...lives.values()].find((live) => live.oss === oss),
		/** Merges fields into a live; an unknown id makes a copy of live 1. */
		setLive(fields: Partial<Live> & { id: string | number }): Live {
			const id = String(fields.id);
			const before = lives.get(id) ?? { ...seedLives()[1]!, oss: `live/2024/${id}.mp4` };
			const live = { ...before, ...fields, id };
			lives.set(id, live);
			return live;
		},
		/** Newest first. */
		comments: commentsOf,
		/** Adds one comment as the newest. */
		addComment(liveId: string, item: CommentItem): Comment {
			const comment = { nickname: '', userId: '', createTime: timeText(Date.now()), ...item, id: item.id ?? nextId++ };
			comments.set(liveId, [comment, ...commentsOf(liveId)]);
			return comment;
		},
		/** Adds generated comments as the newest, with new ids. */
		pushComments(liveId: string, count: number): void {
			comments.set(liveId, [...makeComments(count, nextId, Date.now()), ...commentsOf(liveId)]);
			nextId += count;
		},
		/** @returns false when no live has a comment of this id */
		deleteComment(id: number): boolean {
			for (const [liveId, list] of comments) {
				if (!list.some((c) => c.id === id)) continue;
				comments.set(
					liveId,
					list.filter((c) => c.id !== id),
				);
				return true;
			}
			return false;
		},
		/** Remembers a packet for so many milliseconds; returns false for one that is remembered. */
		isNewPacket(packet: string, duration: number): boolean {
			const now = Date.now();
			for (const [known, time] of packets) if (now - time > duration) packets.delete(known);
			const isNew = !packets.has(packet);
			if (isNew) packets.set(packet, now);
			return isNew;
		},
		news: () => news,
		setNews(items: NewsItem[]): void {
			news = items;
		},
	};
}

/** The data of the backend, with its operations. */
export type Store = ReturnType<typeof createStore>;

import fc from 'fast-check';

/** Texts made of these words, and any others. */
export const anyText = (...words: string[]) =>
	fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.array(fc.constantFrom(...words)).map((parts) => parts.join('')),
	);

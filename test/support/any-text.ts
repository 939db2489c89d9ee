import fc from './fast-check.ts';

const range = (min: number, max: number) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code));

/** Any character. The unit `binary` has the same, and takes 1.4 s of processor time to be made. */
export const anyCodePoint = fc.oneof(range(0, 0xd7ff), range(0xe000, 0x10ffff));

/** Texts of any characters. */
export const anyCodePoints = fc.string({ unit: anyCodePoint });

/** Texts made of these words, and any others. */
export const anyText = (...words: string[]) =>
	fc.oneof(
		anyCodePoints,
		fc.array(fc.constantFrom(...words)).map((parts) => parts.join('')),
	);

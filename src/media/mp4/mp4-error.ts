/**
 * Why a file is not read here:
 *
 * - `notMp4`: something else, or no index in it
 * - `unsupportedCodec`: neither H.264, H.265 nor AAC
 * - `unsupportedEdits`: parts of it in another order, or left out
 * - `truncated`: the file ends before its media do
 * - `invalid`: its index contradicts itself
 * - `tooLarge`: its index claims more than any recording has
 */
type Mp4ErrorCode = 'notMp4' | 'unsupportedCodec' | 'unsupportedEdits' | 'truncated' | 'invalid' | 'tooLarge';

/** A file that is not read here, though an engine may play it. */
export class Mp4Error extends Error {
	constructor(readonly code: Mp4ErrorCode) {
		super(code);
	}
}

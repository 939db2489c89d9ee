import { ErrorCode, rtsError } from './errors.ts';

/** Throws 10204 unless this is a media element. */
export function checkElement(element: HTMLMediaElement | null | undefined): void {
	if (!element || !/^(AUDIO|VIDEO)$/.test(element.nodeName))
		throw rtsError(ErrorCode.ERROR_HTMLELEMENT_ERROR, 'need htmlaudioelement or htmlvideoelement');
}

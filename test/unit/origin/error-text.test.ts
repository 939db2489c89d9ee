import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rtsError } from '../../../src/rts/play/errors.ts';
import { errorText } from '../../origin/pages/error-text.ts';

const it = suite('error text of the pages for integrators');

it('should say that a name may be taken where there is no reply', () =>
	assert.match(errorText(rtsError(10205, 'Network Error')), /^Error 10205: Network Error \(.*under this name already/));

for (const [error, text] of [
	[rtsError(10205, 'Request failed with status code 404'), 'Error 10205: Request failed with status code 404'],
	[rtsError(10205, 'timeout of 5000ms exceeded'), 'Error 10205: timeout of 5000ms exceeded'],
	[rtsError(10209, 'PC disconnected'), 'Error 10209: PC disconnected'],
	[new Error('9p is no profile'), '9p is no profile'],
] as const)
	it(`should say ${text}`, () => assert.is(errorText(error), text));

it.run();

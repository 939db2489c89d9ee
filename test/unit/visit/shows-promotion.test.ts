import fc from '../../support/fast-check.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { showsPromotion } from '../../../src/visit/shows-promotion.ts';
import { USER_AGENTS } from '../../fixtures/user-agents.ts';
import { anyCodePoints } from '../../support/any-text.ts';

const it = suite('promotion');

for (const { name, userAgent, expected } of USER_AGENTS)
	it(`should ${expected.promotion ? '' : 'not '}show in ${name}, and not in the provider's app there`, () => {
		for (const token of ['', 'LiveApp/']) assert.is(showsPromotion(userAgent, token), expected.promotion);
		assert.not(showsPromotion(`${userAgent} LiveApp/3.2`, 'LiveApp/'));
		assert.not(showsPromotion(`LiveApp/3.2 ${userAgent}`, 'LiveApp/'));
	});

it('should never throw', () => {
	fc.assert(fc.property(anyCodePoints, fc.string(), (userAgent, token) => void showsPromotion(userAgent, token)));
});

it.run();

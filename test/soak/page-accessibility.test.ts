/** Runs axe on every state of the page. */
import { suite } from 'uvu';
import { testVisits, VISITS } from '../support/accessibility.ts';

const it = suite('page accessibility, every state');

testVisits(it, VISITS);

it.run();

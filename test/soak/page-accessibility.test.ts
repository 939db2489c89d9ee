/** Runs axe on every state of the page. */
import { suite } from 'uvu';
import { testVisits, VISITS, withAccessibilitySite } from '../support/accessibility.ts';

const it = suite('page accessibility, every state');

withAccessibilitySite(it);
testVisits(it, VISITS);

it.run();

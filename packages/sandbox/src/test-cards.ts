// The test cards without the sandbox, for a shop that shows them.
export { testCards } from './catalogue/test-cards.ts';

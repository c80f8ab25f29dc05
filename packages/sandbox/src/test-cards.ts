// What a shop shows beside a sandbox, without the sandbox itself.
export { testCards } from './catalogue/test-cards.ts';

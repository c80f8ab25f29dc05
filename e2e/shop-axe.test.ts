import { testPagesWithAxe } from './test-pages-with-axe.ts';

// Every width and both color schemes. The other combinations are checked at night.
testPagesWithAxe([
  [320, 'dark'],
  [375, 'light'],
  [1280, 'dark'],
]);

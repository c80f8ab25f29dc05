import { testPagesWithAxe } from './test-pages-with-axe.ts';

testPagesWithAxe([
  [320, 'light'],
  [375, 'dark'],
  [1280, 'light'],
]);

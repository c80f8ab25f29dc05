import { findsNothing } from './page-axe.ts';

findsNothing([
  [320, 'light'],
  [320, 'dark'],
  [375, 'dark'],
  [1280, 'light'],
]);

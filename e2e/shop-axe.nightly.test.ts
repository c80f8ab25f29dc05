import { findsNothing } from './page-axe.ts';

findsNothing([
  [320, 'light'],
  [375, 'dark'],
  [1280, 'light'],
]);

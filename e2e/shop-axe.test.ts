import { findsNothing } from './page-axe.ts';

// Every width and both color schemes. The other combinations are checked at night.
findsNothing([
  [320, 'dark'],
  [375, 'light'],
  [1280, 'dark'],
]);

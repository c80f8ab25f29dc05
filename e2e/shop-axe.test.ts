import { findsNothing } from './page-axe.ts';

// All widths and both color schemes are checked at night.
findsNothing([
  [375, 'light'],
  [1280, 'dark'],
]);

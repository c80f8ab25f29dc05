// The part that is loaded as soon as the list stands, or when it is needed before: see parts.ts. What it shares with the
// list it takes from there.

// Logic
export { leave } from './leave.ts';
export { Life } from './life.ts';
export { chosenIn, replaceServed } from './served-list.ts';

// Words
export { startEn as texts } from './locales/en-start.ts';

// Looks
export { startIcons as icons } from './icons/start.ts';
export { Looks } from './looks.ts';
export { startStyles as styles } from './styles/start.ts';

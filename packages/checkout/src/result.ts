// The part that is loaded once the list stands, or when it is needed: see parts.ts. What it shares with the list and
// Pay it takes from there.

// Logic
export { Deadline } from './controllers/deadline.ts';
export { StatusController } from './controllers/status.ts';
export { StatusPage } from './status-page.ts';

// Words
export { laterAnnouncement } from './later-announcement.ts';
export { resultEn as texts } from './locales/en-result.ts';
export { tellOperator } from './tell-operator.ts';

// Looks
export { resultIcons as icons } from './icons/result.ts';
export { resultStyles as styles } from './styles/result.ts';
export { hints } from './views/hints.ts';
export { outcome } from './views/outcome.ts';
export { timer } from './views/time.ts';

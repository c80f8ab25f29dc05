// The part that is loaded as soon as the list stands, or when it is needed before: see parts.ts. What it shares with the
// list it takes from there.

// Logic
export { markMatch, matchedAlias, searchBanks } from './bank-search.ts';
export { leave } from './leave.ts';
export { Paying } from './paying.ts';
export { searchKey } from './search-key.ts';

// Words
export { announcement } from './announcement.ts';
export { startEn as texts } from './locales/en-start.ts';

// Looks
export { answerNotice, totalNotice } from './views/answer-notice.ts';
export { onward } from './views/onward.ts';

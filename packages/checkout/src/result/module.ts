// The content of the lazy module `resultModule`.
export { outcomeTexts as englishTexts } from '../locales/en-outcomes.ts';
export { renderDecline } from './screens/decline.ts';
export { announcePhone } from './screens/phone.ts';
export { getPendingText } from './screens/pending.ts';
export { rememberReplacedPayment, rememberRetry } from './remember-retry.ts';
export { renderResult } from './screens/result-view.ts';
export { renderStatus } from './screens/status-view.ts';
export { resultStyles as styles } from './styles.ts';

// The content of the lazy module `resultModule`.
export { announcePhone } from './phone.ts';
export { getPendingText } from './pending.ts';
export { rememberReplacedPayment, rememberRetry } from './remember-retry.ts';
export { renderResult } from './result-view.ts';
export { renderStatus } from './status-view.ts';
export { resultStyles as styles } from './styles.ts';

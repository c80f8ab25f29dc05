// The content of the lazy module `resultModule`.
export { announcePhone } from './phone.ts';
export { pendingText } from './pending.ts';
export { rememberReplacedPayment, rememberRetry } from './remember-retry.ts';
export { resultView } from './result-view.ts';
export { statusView } from './status-view.ts';
export { resultStyles as styles } from './styles.ts';

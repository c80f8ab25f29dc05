// The outcomes, the failures and the return page, loaded once the list is shown.
export { pendingText } from './pending.ts';
export { rememberReplaced, rememberRetry } from './remember-retry.ts';
export { resultView } from './result-view.ts';
export { statusView } from './status-view.ts';
export { resultStyles as styles } from './styles.ts';

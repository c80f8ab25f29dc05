// What is loaded when the list is shown, and for the return page.
export { pendingText } from './pending.ts';
export { rememberRetry } from './remember-retry.ts';
export { resultView } from './result-view.ts';
export { statusView } from './status-view.ts';
export { resultStyles as styles } from './styles.ts';

export { resultModule } from './lazy.ts';
export { toResultPhase } from './phase.ts';
export { PaymentPoller } from './polling/payment-poller.ts';
export { reduceResult, type ResultEvent } from './reducer.ts';
export { takeRetriedChoice } from './take-retried-choice.ts';

export { resultModule } from './lazy.ts';
export { toResultPhase, type ResultPhase } from './phase.ts';
export { PaymentPoller } from './payment-poller.ts';
export { reduceResult, type ResultEvent } from './reducer.ts';
export { takeRetriedChoice } from './take-retried-choice.ts';

import { createLazyModule, type LazyModule } from '../lazy-module.ts';
import { withTexts } from '../locales/english-texts.ts';
import type * as result from './module.ts';

export { toResultPhase } from './phase.ts';
export { isFinalState, PaymentPoller } from './polling/payment-poller.ts';
export { reduceResult, type ResultEvent } from './reducer.ts';
export { rememberShown, takeRetriedChoice, takeShown, type ShownChoice } from './take-retried-choice.ts';

/** The module of the outcomes, the failures and the return page. It is loaded after the list is shown. */
export const resultModule: LazyModule<typeof result> = createLazyModule(async () =>
  withTexts(await import('./module.ts')),
);

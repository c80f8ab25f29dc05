import type { StorefrontPayment } from '@pgw/protocol';
import type { PendingStage } from '../state/view.ts';
import type { BaseView, OutcomeActions } from '../ui/view.ts';

/** What the outcome of a payment is rendered from. */
export interface OutcomeView extends BaseView {
  readonly payment: StorefrontPayment;
  readonly pendingStage: PendingStage;
  readonly actions: OutcomeActions;
}

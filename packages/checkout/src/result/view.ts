import type { StorefrontPayment } from '@pgw/protocol';
import type { PendingStage } from '../state/view.ts';
import type { BaseView, OutcomeActions } from '../ui/view.ts';

/** The data and actions for the screen of a payment's outcome. */
export interface OutcomeView extends BaseView {
  readonly payment: StorefrontPayment;
  readonly pendingStage: PendingStage;
  /** Whether the shopper may have come back without approving the payment. */
  readonly mayBeUnapproved: boolean;
  /** Whether Pay was refused, because this payment has paid the order already. */
  readonly isEarlier: boolean;
  /** Shows the pending payment of a shopper who has come back from the bank, after the question; null if it is answered. */
  readonly checkReturned: (() => void) | null;
  /** Starts a payment again whose start had no response. */
  readonly repeat: () => void;
  /** Redirects to the pending payment again; null if this is not possible. */
  readonly continuePayment: (() => void) | null;
  /** Shows the QR code of the pending payment; null if it is not offered. */
  readonly payOnPhone: (() => void) | null;
  readonly actions: OutcomeActions;
}

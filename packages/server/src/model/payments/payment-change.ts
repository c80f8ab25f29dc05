import type { Payment, PaymentCard, PaymentFulfillment, PaymentSchedule } from './payment.ts';
import type { PaymentState } from './payment-state.ts';

/**
 * The fields of a payment that may change after it is stored. In a group, only the fields that are present change.
 *
 * This change cannot set the state `paid`. Only a {@link PaymentUpdateChange} can, and only the files of `sync/` use it.
 */
export interface PaymentChange extends Partial<ChangingFields> {
  /** The new state. Without it, the state is unchanged. */
  readonly state?: Exclude<PaymentState, 'paid'>;
  /** The fields of the schedule that change. */
  readonly schedule?: Partial<PaymentSchedule>;
  /**
   * The new fulfillment. `due` needs the call of `onPaid` in the same plan. In every other state except `dead`, the store
   * deletes this call.
   */
  readonly fulfillment?: PaymentFulfillment;
  /** Only for a payment that has a card. */
  readonly card?: Partial<PaymentCard>;
}

type ChangingFields = Pick<
  Payment,
  | 'description'
  | 'openedOnPhoneAt'
  | 'acceptedAt'
  | 'transactionNumber'
  | 'redirect'
  | 'gatewayStatus'
  | 'expiresAt'
  | 'stateChangedAt'
  | 'capturedAmount'
  | 'loyalty'
  | 'transitions'
  | 'discrepancy'
>;

/** The fields that an update may change. */
export interface PaymentUpdateChange extends Pick<
  PaymentChange,
  | 'acceptedAt'
  | 'transactionNumber'
  | 'gatewayStatus'
  | 'stateChangedAt'
  | 'loyalty'
  | 'schedule'
  | 'fulfillment'
  | 'transitions'
  | 'discrepancy'
> {
  /** The new state, which may be `paid`. Without it, the state is unchanged. */
  readonly state?: PaymentState;
}

/** Returns the payment after a change, with the next version. */
export function applyChange(payment: Payment, change: PaymentChange | PaymentUpdateChange): Payment {
  return {
    ...payment,
    ...change,
    schedule: { ...payment.schedule, ...change.schedule },
    fulfillment: { ...payment.fulfillment, ...change.fulfillment },
    card: payment.card === null ? null : { ...payment.card, ...('card' in change && change.card) },
    version: payment.version + 1,
  };
}

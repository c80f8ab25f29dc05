import type { StorefrontPayment, StorefrontPaymentState } from '@pgw/protocol';
import type { StorefrontPaymentStatus } from '@pgw/protocol/internal';
import { html, nothing, type TemplateResult } from 'lit';
import type { Localize } from '../../locales/localize.ts';

/** What has happened to the money of a payment, as far as the server knows. */
type MoneyState = 'taken' | 'not-taken' | 'held' | 'unknown' | 'unclear' | 'unapproved';

/** `not-taken` is allowed for final states only. */
const moneyStates: Readonly<Record<StorefrontPaymentState, MoneyState>> = {
  pending: 'unknown',
  paid: 'taken',
  authorized: 'held',
  failed: 'not-taken',
  canceled: 'not-taken',
  expired: 'not-taken',
  refunding: 'taken',
  refunded: 'taken',
};

/** The payment whose outcome is shown; null if the server has sent no state. */
export type PaymentOfMoney =
  | (Pick<StorefrontPaymentStatus, 'state' | 'money'> &
      Partial<Pick<StorefrontPayment, 'step' | 'needsApproval'>>)
  | null;

/** The server sends `money` if it differs from that of other payments in the same state. */
export function getMoneyState(payment: PaymentOfMoney): MoneyState {
  if (payment === null) return 'unknown';
  if (payment.step === 'not-sent') return 'not-taken';
  if (payment.step === 'start-lost') return 'unclear';
  if (payment.step === 'start-unclear') return payment.needsApproval ? 'unapproved' : 'unclear';
  return payment.money ?? moneyStates[payment.state];
}

/** The sentence about the money. Every screen of an outcome shows exactly one. */
export function renderMoneySentence(localize: Localize, payment: PaymentOfMoney): TemplateResult {
  return html`<p class="screen-text money-sentence" part="screen-text">
    ${localize.text(`money.${getMoneyState(payment)}`)}
  </p>`;
}

/** The sentence after that about the money, for money that was taken and is returned. */
export function renderReturnOfMoney(
  localize: Localize,
  payment: NonNullable<PaymentOfMoney>,
): TemplateResult | typeof nothing {
  const { state } = payment;
  const isReturned = getMoneyState(payment) === 'taken' && (state === 'refunding' || state === 'refunded');
  return isReturned
    ? html`<p class="screen-text" part="screen-text">${localize.text(`${state}.text`)}</p>`
    : nothing;
}

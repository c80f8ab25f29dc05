import { authType, paymentStatus, type GatewayFaultError, type StorefrontRedirect } from '@pgw/protocol';
import type { PaymentChange } from '../payments/payment-change.ts';
import { idsOf, noteOf, type Engine } from '../payments/engine.ts';
import type { CardPayment } from './card-claim.ts';
import { mayMove, type Payment } from '../payments/payment.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { redirectOf, redirectRules } from '../start/redirect.ts';
import { settle } from '../payments/settle.ts';

/** What became of a card: an outcome, or a way to go where its bank asks for more. */
export interface CardPaid {
  readonly payment: Payment;
  readonly redirect: StorefrontRedirect | null;
}

type CardAnswer = Awaited<ReturnType<Engine['gateway']['processPayment']>>;

/** The gateway has answered: a challenge, or an outcome that its record has to confirm before it counts as paid. */
export async function answered(engine: Engine, payment: CardPayment, answer: CardAnswer): Promise<CardPaid> {
  const { outcome, name } = paymentStatus(answer.status);
  const challenge =
    outcome === 'pending' && answer.redirectionType != null
      ? redirectOf({ ...answer, redirectionType: answer.redirectionType }, redirectRules(engine, payment))
      : undefined;
  if (challenge !== undefined) {
    const change = { card: { state: 'challenged' }, redirect: JSON.stringify(challenge) } as const;
    const text = 'The bank of the card asks its customer first: the browser is sent there.';
    return { payment: await keep(engine, payment, change, text), redirect: challenge };
  }
  if (payment.card.authType === authType.verify) {
    const state = outcome === 'paid' || outcome === 'authorized' ? 'verified' : outcome;
    if (state === 'verified' || state === 'failed') {
      const change = {
        state,
        gatewayStatus: answer.status,
        settledAt: engine.now(),
        schedule: { nextQueryAt: null },
      } as const;
      const text = `The gateway reports ${name} (${answer.status}) of the card: it is ${state}. Nothing is charged.`;
      return { payment: await keep(engine, payment, change, text), redirect: null };
    }
  }
  const settled = await asked(engine, payment);
  const isOver = outcome === 'failed' || outcome === 'cancelled' || outcome === 'expired';
  if (settled.state !== 'open' || !isOver) return { payment: settled, redirect: null };
  // A gateway may leave a transaction open for another card. This payment has had its card.
  const change = {
    state: outcome,
    gatewayStatus: answer.status,
    settledAt: engine.now(),
    schedule: { nextQueryAt: null },
  } as const;
  const text = `The gateway reports ${name} (${answer.status}) of the card: open became ${outcome}.`;
  return { payment: await keep(engine, settled, change, text), redirect: null };
}

/** The gateway understood and refused: nothing was charged, unless by an earlier call that was lost. */
export async function refused(engine: Engine, payment: Payment, error: GatewayFaultError): Promise<CardPaid> {
  const settled = await asked(engine, payment);
  if (settled.state !== 'open') return { payment: settled, redirect: null };
  const { code, name } = error.fault;
  const message = `The gateway refused the card: ${code} ${name}. ${error.fault.advice}`;
  engine.emit({ level: 'warn', event: 'card-refused', message, ids: idsOf(payment), error });
  const change = { state: 'failed', settledAt: engine.now(), schedule: { nextQueryAt: null } } as const;
  const text = `The gateway refused the card (${code} ${name}): open became failed.`;
  return { payment: await keep(engine, settled, change, text), redirect: null };
}

/** Nothing was processed: the payment waits for its card again, under new keys. */
export async function notSent(
  engine: Engine,
  payment: CardPayment,
  error: Error & { readonly code: string },
): Promise<never> {
  const card = { state: 'awaited', round: payment.card.round + 1, sentAt: null } as const;
  await keep(engine, payment, { card }, `The card did not reach the gateway (${error.code}).`);
  throw error;
}

/** It may have been processed: the gateway is asked, and where it has no word yet the shopper is told so. */
export async function lost(engine: Engine, payment: Payment, error: Error): Promise<CardPaid> {
  const settled = await asked(engine, payment);
  if (settled.state !== 'open') return { payment: settled, redirect: null };
  const detail = 'It is not known whether the gateway has processed the card. Query the payment first.';
  throw new CheckoutProblem('outcome-unknown', detail, { reference: payment.reference, cause: error });
}

/** What the gateway's record says now; or the payment as it is known, while the gateway is out of reach. */
async function asked(engine: Engine, payment: Payment): Promise<Payment> {
  try {
    return await settle(engine, payment, { source: 'card' });
  } catch (error) {
    const message = `What became of a card could not be settled; the sweep asks again. ${error instanceof Error ? error.message : ''}`;
    engine.emit({ level: 'warn', event: 'settle-failed', message, ids: idsOf(payment), error });
    return (await engine.store.findPayment(payment.reference)) ?? payment;
  }
}

/** Stores what is known. News that was faster has moved the payment on; then its state stands. */
async function keep(engine: Engine, payment: Payment, change: PaymentChange, text: string): Promise<Payment> {
  const { state, card } = change;
  const isMove = state !== undefined && mayMove(payment.state, state);
  const note = noteOf(engine, payment.reference, 'card', text);
  const wanted = isMove || state === undefined ? change : card === undefined ? {} : { card };
  const changed = await engine.store.updatePayment(payment, wanted, note);
  if (changed !== undefined) return changed;
  const current = await engine.store.findPayment(payment.reference);
  if (current === undefined) throw new Error(`Payment ${payment.reference} has gone from the store.`);
  return keep(engine, current, change, text);
}

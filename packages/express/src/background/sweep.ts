import type { CallbackWatch } from './callback-watch.ts';
import { idsOf, isGatewayDown, type Engine } from '../payments/engine.ts';
import { settleLeftOver, type Inbox } from '../payments/inbox.ts';
import type { Payment } from '../payments/payment.ts';
import { settleRefund } from '../refunds/refund-payment.ts';
import { settle } from '../payments/settle.ts';

/** How many payments without a callback one round takes on, so that a backlog is spread over several processes. */
const batch = 50;
/** How long a claimed payment is out of the reach of other processes. */
const claimMs = 60_000;

/** What a sweep knows besides. */
export interface SweepContext {
  readonly watch: CallbackWatch;
  /** What this process settles by itself. */
  readonly inbox: Inbox;
}

/**
 * Does what was left undone: settles callbacks that a crash or a failure has left, and queries payments whose callback never
 * came. What becomes paid is left to `Fulfilments`, so that no handler holds up a sweep. Safe in any number of processes at once: each
 * payment is asked about by one of them, and all of them together ask no more often about payments without a callback than the budget
 * allows.
 *
 * While the gateway is down, nothing is claimed: it stays due. True when it stopped for its budget or one of its bounds: more may be
 * due now.
 */
export async function sweep(engine: Engine, { watch, inbox }: SweepContext): Promise<boolean> {
  const { store } = engine;
  if (isGatewayDown(engine)) return false;
  const hasMoreCallbacks = await settleLeftOver(engine, inbox, claimMs);
  if (isGatewayDown(engine)) return false;
  const now = engine.now();
  const until = now + claimMs;
  const { asksPerSecond: perSecond } = engine.limits;
  const granted = await store.takeBudget({ name: 'ask', perSecond, wanted: Math.min(batch, perSecond), now });
  const toAsk = await store.claimPaymentsToAsk(now, until, granted);
  await Promise.all(toAsk.map((payment) => askAbout(engine, payment, watch)));
  const refunds = await store.claimRefundsToAsk(now, until, granted - toAsk.length);
  for (const refund of refunds) await settleRefund(engine, refund);
  return hasMoreCallbacks || toAsk.length + refunds.length === granted;
}

async function askAbout(engine: Engine, payment: Payment, watch: CallbackWatch): Promise<void> {
  try {
    const settled = await settle(engine, payment, { source: 'sweep', fulfilsLater: true });
    if (settled.state !== payment.state) await watch.settledBySweep(engine, settled);
  } catch (error) {
    const { store, now } = engine;
    engine.unanswered.add(error, () => store.updatePayment(payment, { nextAskAt: now() }));
    // The event gateway-down has reported it.
    if (isGatewayDown(engine)) return;
    const reason = error instanceof Error ? error.message : 'unknown error';
    const message = `The sweep could not ask the gateway; it asks again. ${reason}`;
    engine.emit({ level: 'warn', event: 'settle-failed', message, ids: idsOf(payment), error });
  }
}

import type { CallbackWatch } from './callback-watch.ts';
import { idsOf, type Engine } from './engine.ts';
import { fulfil } from './fulfil.ts';
import type { Payment } from './payment.ts';
import { settleRefund } from './refunding.ts';
import { settle } from './settle.ts';

/** How many payments one round takes on, so that a backlog is spread over several processes. */
const batch = 50;
/** How long a claimed payment is out of the reach of other processes. */
const claimMs = 60_000;

/**
 * Does what was left undone: asks the gateway about payments whose callback never came, and fulfils what a crash or a
 * failing `onPaid` left due. Safe in any number of processes at once: each payment is asked about by one of them, and all
 * of them together ask no more often than the budget allows.
 *
 * True when it stopped for its budget or its batch: more may be due now.
 */
export async function sweep(engine: Engine, watch: CallbackWatch): Promise<boolean> {
  const now = engine.now();
  const wanted = Math.min(batch, engine.limits.asksPerSecond);
  const granted = await engine.store.takeBudget({
    name: 'ask',
    perSecond: engine.limits.asksPerSecond,
    wanted,
    now,
  });
  const toAsk = granted === 0 ? [] : await engine.store.claimPaymentsToAsk(now, now + claimMs, granted);
  await Promise.all(toAsk.map((payment) => askAbout(engine, payment, watch)));
  const refunds = await engine.store.claimRefundsToAsk(now, now + claimMs, granted - toAsk.length);
  for (const refund of refunds) await settleRefund(engine, refund);
  const toFulfil = await engine.store.paymentsToFulfil(now, batch);
  for (const reference of toFulfil) {
    const payment = await engine.store.findPayment(reference);
    if (payment !== undefined) await fulfil(engine, payment);
  }
  return toAsk.length + refunds.length === granted || toFulfil.length === batch;
}

async function askAbout(engine: Engine, payment: Payment, watch: CallbackWatch): Promise<void> {
  try {
    const settled = await settle(engine, payment, { source: 'sweep' });
    if (settled.state !== payment.state) await watch.settledBySweep(engine, settled);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown error';
    const message = `The sweep could not ask the gateway; it asks again. ${reason}`;
    engine.emit({ level: 'warn', event: 'settle-failed', message, ids: idsOf(payment), error });
  }
}

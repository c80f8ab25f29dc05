import { idsOf, type Engine } from './engine.ts';
import { fulfil } from './fulfil.ts';
import { settle } from './settle.ts';

/** How many payments one sweep takes on, so that a backlog is spread over several. */
const batch = 20;
/** How long a claimed payment is out of the reach of other processes. */
const claimMs = 60_000;

/**
 * Does what was left undone: asks the gateway about payments whose callback never came, and fulfils what a crash or a
 * failing `onPaid` left due. Safe in any number of processes at once.
 */
export async function sweep(engine: Engine): Promise<void> {
  const now = engine.now();
  const toAsk = await engine.store.claimPaymentsToAsk(now, now + claimMs, batch);
  for (const payment of toAsk) {
    try {
      await settle(engine, payment);
    } catch (error) {
      const message = `The sweep could not ask the gateway: ${error instanceof Error ? error.message : 'unknown error'}`;
      engine.emit({ level: 'warn', event: 'settle-failed', message, ids: idsOf(payment), error });
    }
  }
  for (const reference of await engine.store.paymentsToFulfil(now, batch)) {
    const payment = await engine.store.findPayment(reference);
    if (payment !== undefined) await fulfil(engine, payment);
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import { Sender, signCallback } from '../gateway/callbacks.ts';
import type { Violations } from '../torture-command.ts';
import { openGateway, type StubGateway } from '../gateway/gateway.ts';
import { applyUpdate, initialPayment, type StatusUpdate } from './model.ts';
import { readEffects, readStates } from '../shop/outcomes.ts';
import { createNote, createOpenPayment, createTransaction } from '../gateway/payments.ts';
import { openShop, usualSettings, type Shop } from '../shop/shop.ts';
import { openStorage, type StorageSettings } from '../shop/storage.ts';

interface UpdateTarget {
  readonly shop: Shop;
  readonly gateway: StubGateway;
  readonly sender: Sender;
  /** The clock of the shop. */
  readonly now: () => number;
}

/** How an update reaches the shop. */
const deliveries = ['query', 'return', 'callback'] as const;
const workers = 12;
const firstTransactionNumber = 1_000_000;

/**
 * Creates one payment for each sequence of status updates, and sends the updates to the shop. Then compares the
 * stored payments with the reference model.
 */
export async function runUpdateSequences(
  storage: StorageSettings,
  sequences: readonly (readonly StatusUpdate[])[],
  violations: Violations,
): Promise<void> {
  const gateway = await openGateway();
  let clockOffsetMs = 0;
  const now = (): number => Date.now() + clockOffsetMs;
  const shop = await openShop({ ...usualSettings, storage, gatewayUrl: gateway.url }, { now });
  const sender = new Sender();
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  await store.open();
  const queue = sequences.entries();
  const worker = async (): Promise<void> => {
    for (const [n, updates] of queue) {
      const { reference } = createTransaction(firstTransactionNumber + n);
      await store.insert('payment', {
        payment: createOpenPayment(createTransaction(firstTransactionNumber + n)),
        note: createNote(reference),
      });
      for (const [position, update] of updates.entries()) {
        // Callbacks cause at most one comparison of a final payment in a minute.
        clockOffsetMs += 61_000;
        await sendUpdate({ shop, gateway, sender, now }, firstTransactionNumber + n, { update, position });
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  await store.close();
  await close();
  await shop.close();
  await sender.close();
  await gateway.close();
  await compareWithModel(storage, sequences, violations);
}

/**
 * Sends an update to the shop. Consecutive updates use a query of the back office, a returning browser and a
 * callback in turn.
 */
async function sendUpdate(
  { shop, gateway, sender, now }: UpdateTarget,
  n: number,
  { update, position }: { readonly update: StatusUpdate; readonly position: number },
): Promise<void> {
  const storedTransaction = createTransaction(n, { status: update.status });
  const gatewayTransaction =
    update.hasAnotherAmount === true
      ? { ...storedTransaction, amount: storedTransaction.amount + 1 }
      : storedTransaction;
  gateway.put(gatewayTransaction);
  const delivery = deliveries[(n + position) % deliveries.length];
  if (delivery === 'query') await shop.checkout.payments.sync(storedTransaction.reference);
  if (delivery === 'return') {
    await sender.returnToShop(shop.url, storedTransaction);
    // The return page does not query the gateway for every state of a payment. `sync` always does.
    await shop.checkout.payments.sync(storedTransaction.reference);
  }
  if (delivery === 'callback') {
    const sentAt = now();
    const response = await sender.post(shop.url, signCallback(gatewayTransaction));
    if (response?.status !== 200)
      throw new Error(`The response to a callback had status ${response?.status}.`);
    await waitForSync(shop, storedTransaction.reference, sentAt);
  }
}

/** Waits until a callback has caused a query to the gateway, and no fulfillment of the payment is due. */
async function waitForSync(shop: Shop, reference: string, sentAt: number): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const payment = await shop.checkout.payments.get(reference);
    const isFulfillmentDue = payment?.fulfillment.state === 'due';
    if (!isFulfillmentDue && (payment?.schedule.queriedAt ?? 0) >= sentAt) return;
    await wait(2);
  }
  throw new Error(`The gateway was not queried for ${reference} after its callback.`);
}

async function compareWithModel(
  storage: StorageSettings,
  sequences: readonly (readonly StatusUpdate[])[],
  violations: Violations,
): Promise<void> {
  const states = await readStates(storage);
  const effects = await readEffects(storage);
  for (const [n, updates] of sequences.entries()) {
    const { reference } = createTransaction(firstTransactionNumber + n);
    const expected = updates.reduce(applyUpdate, initialPayment);
    const history = updates
      .map(({ status, hasAnotherAmount }) => `${status}${hasAnotherAmount === true ? '*' : ''}`)
      .join(' ');
    const state = states.get(reference) ?? 'missing';
    // The clock of the other payments may end the five minutes in which another amount is queried again.
    const isReview = state === 'review' && updates.at(-1)?.hasAnotherAmount === true;
    if (state !== expected.state && !isReview)
      violations.add('a state that differs from the model', `[${history}] ${state}, not ${expected.state}`);
    const count = effects.get(reference) ?? 0;
    if (count !== expected.effects)
      violations.add(
        'a number of effects that differs from the model',
        `[${history}] ${count}, not ${expected.effects}`,
      );
  }
}

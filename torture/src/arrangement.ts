import { setTimeout as wait } from 'node:timers/promises';
import { Sender, signedCallback } from './callbacks.ts';
import type { Violations } from './claim.ts';
import { openGateway, type StubGateway } from './gateway/gateway.ts';
import { applyUpdate, initialPayment, type StatusUpdate } from './model.ts';
import { effectsOf, statesOf } from './outcomes.ts';
import { noteOf, openPayment, transactionOf } from './payments.ts';
import { openShop, type Shop } from './shop/shop.ts';
import { openStorage, type StorageSettings } from './shop/storage.ts';

interface Stage {
  readonly shop: Shop;
  readonly gateway: StubGateway;
  readonly sender: Sender;
}

const workers = 12;
const firstNumber = 1_000_000;

/** Applies each plan to a separate payment, one update after the other, and compares the result with the reference model. */
export async function playArrangements(
  storage: StorageSettings,
  plans: readonly (readonly StatusUpdate[])[],
  violations: Violations,
): Promise<void> {
  const gateway = await openGateway();
  const settings = {
    storage,
    ledger: { kind: 'tx' },
    handlerMs: 0,
    sweepIntervalMs: 0,
    queriesPerSecond: 1_000,
  } as const;
  const shop = await openShop({ ...settings, gatewayUrl: gateway.url });
  const sender = new Sender();
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  const waiting = plans.entries();
  const worker = async (): Promise<void> => {
    for (const [n, plan] of waiting) {
      const { reference } = transactionOf(firstNumber + n);
      await store.insertPayment(openPayment(transactionOf(firstNumber + n)), noteOf(reference));
      for (const [position, update] of plan.entries())
        await bring({ shop, gateway, sender }, firstNumber + n, { update, position });
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  await store.close();
  await close();
  await shop.close();
  await sender.close();
  await gateway.close();
  await compare(storage, plans, violations);
}

/** Sends an update by callback, by a returning browser, or by a query of the back office, in turn. */
async function bring(
  { shop, gateway, sender }: Stage,
  n: number,
  { update, position }: { readonly update: StatusUpdate; readonly position: number },
): Promise<void> {
  const ours = transactionOf(n, { status: update.status });
  const transaction = update.isAnotherAmount === true ? { ...ours, amount: ours.amount + 1 } : ours;
  gateway.put(transaction);
  const way = (n + position) % 3;
  if (way === 0) await shop.checkout.payments.settle(ours.reference);
  if (way === 1) {
    await sender.returnToShop(shop.url, ours);
    // For a payment that is paid or over, a return shows the stored state and does not query the gateway. `settle` does.
    await shop.checkout.payments.settle(ours.reference);
  }
  if (way === 2) {
    const sentAt = Date.now();
    const response = await sender.post(shop.url, signedCallback(transaction));
    if (response?.status !== 200)
      throw new Error(`The response to a callback had status ${response?.status}.`);
    await waitForQuery(shop, ours.reference, sentAt);
  }
}

/** Waits until a callback has caused a query to the gateway. */
async function waitForQuery(shop: Shop, reference: string, sentAt: number): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const payment = await shop.checkout.payments.find(reference);
    const isFulfilled = payment?.fulfilment.state !== 'due';
    if (isFulfilled && (payment?.schedule.queriedAt ?? 0) >= sentAt) return;
    await wait(2);
  }
  throw new Error(`The gateway was not queried for ${reference} after its callback.`);
}

async function compare(
  storage: StorageSettings,
  plans: readonly (readonly StatusUpdate[])[],
  violations: Violations,
): Promise<void> {
  const states = await statesOf(storage);
  const effects = await effectsOf(storage);
  for (const [n, plan] of plans.entries()) {
    const { reference } = transactionOf(firstNumber + n);
    const expected = plan.reduce(applyUpdate, initialPayment);
    const history = plan
      .map(({ status, isAnotherAmount }) => `${status}${isAnotherAmount === true ? '*' : ''}`)
      .join(' ');
    const state = states.get(reference) ?? 'missing';
    if (state !== expected.state)
      violations.add('a state that differs from the model', `[${history}] ${state}, not ${expected.state}`);
    const count = effects.get(reference) ?? 0;
    if (count !== expected.effects)
      violations.add(
        'a number of effects that differs from the model',
        `[${history}] ${count}, not ${expected.effects}`,
      );
  }
}

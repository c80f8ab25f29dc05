import { setTimeout as wait } from 'node:timers/promises';
import { Sender, signedCallback } from './callbacks.ts';
import type { Doubts } from './claim.ts';
import { openGateway, type StubGateway } from './gateway/gateway.ts';
import { heard, unheard, type News } from './model.ts';
import { effectsOf, statesOf } from './outcomes.ts';
import { noteOf, openPayment, transactionOf } from './payments.ts';
import { openShop, type Shop } from './shop/shop.ts';
import { openStorage, type StorageSettings } from './shop/storage.ts';

interface Stage {
  readonly shop: Shop;
  readonly gateway: StubGateway;
  readonly sender: Sender;
}

const lanes = 12;
const firstNumber = 1_000_000;

/** Plays each plan on a payment of its own, an event after the other, and compares the end with the reference model. */
export async function playArrangements(
  storage: StorageSettings,
  plans: readonly (readonly News[])[],
  doubts: Doubts,
): Promise<void> {
  const gateway = await openGateway();
  const settings = {
    storage,
    ledger: { kind: 'tx' },
    handlerMs: 0,
    sweepIntervalMs: 0,
    asksPerSecond: 1_000,
  } as const;
  const shop = await openShop({ ...settings, gatewayUrl: gateway.url });
  const sender = new Sender();
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  const waiting = plans.entries();
  const lane = async (): Promise<void> => {
    for (const [n, plan] of waiting) {
      const { reference } = transactionOf(firstNumber + n);
      await store.insertPayment(openPayment(transactionOf(firstNumber + n)), noteOf(reference));
      for (const [position, news] of plan.entries())
        await bring({ shop, gateway, sender }, firstNumber + n, { news, position });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await store.close();
  await close();
  await shop.close();
  await sender.close();
  await gateway.close();
  await compare(storage, plans, doubts);
}

/** Brings a piece of news by callback, by a returning browser, or by the back office, in turn. */
async function bring(
  { shop, gateway, sender }: Stage,
  n: number,
  { news, position }: { readonly news: News; readonly position: number },
): Promise<void> {
  const ours = transactionOf(n, { status: news.status });
  const transaction = news.isAnotherAmount === true ? { ...ours, amount: ours.amount + 1 } : ours;
  gateway.put(transaction);
  const way = (n + position) % 3;
  if (way === 0) await shop.checkout.payments.settle(ours.reference);
  if (way === 1) {
    await sender.comeBack(shop.url, ours);
    // A return shows the stored state of a payment that is paid or over, and does not query the gateway; the next query does.
    await shop.checkout.payments.settle(ours.reference);
  }
  if (way === 2) {
    const sentAt = Date.now();
    const answer = await sender.post(shop.url, signedCallback(transaction));
    if (answer?.status !== 200) throw new Error(`A callback was answered with ${answer?.status}.`);
    await isAsked(shop, ours.reference, sentAt);
  }
}

/** Waits until the gateway was asked because of a callback. */
async function isAsked(shop: Shop, reference: string, sentAt: number): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const payment = await shop.checkout.payments.find(reference);
    const isFulfilled = payment?.fulfilment.state !== 'due';
    if (isFulfilled && (payment?.schedule.queriedAt ?? 0) >= sentAt) return;
    await wait(2);
  }
  throw new Error(`${reference} was not asked about after its callback.`);
}

async function compare(
  storage: StorageSettings,
  plans: readonly (readonly News[])[],
  doubts: Doubts,
): Promise<void> {
  const states = await statesOf(storage);
  const effects = await effectsOf(storage);
  for (const [n, plan] of plans.entries()) {
    const { reference } = transactionOf(firstNumber + n);
    const expected = plan.reduce(heard, unheard);
    const told = plan
      .map(({ status, isAnotherAmount }) => `${status}${isAnotherAmount === true ? '*' : ''}`)
      .join(' ');
    const state = states.get(reference) ?? 'missing';
    if (state !== expected.state)
      doubts.add('another end than the model has', `[${told}] ${state}, not ${expected.state}`);
    const count = effects.get(reference) ?? 0;
    if (count !== expected.effects)
      doubts.add('another number of effects', `[${told}] ${count}, not ${expected.effects}`);
  }
}

import { expect, vi } from 'vitest';
import type { CheckoutEventName, Health } from '../../src/index.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { createCallbackPayload, sendCallbackBody } from '../callbacks.ts';
import { openOutageGateway, type OutageGateway } from '../outage-gateway.ts';
import { openShop, pasarPay, untilNextQueryMs, type Shop, type ShopOptions } from '../shop.ts';
import { writeModuleOfDocument } from './document-module.ts';

/** What docs/monitoring.md exports. */
interface MetricsModule {
  readonly countEvent: NonNullable<ShopOptions['onEvent']>;
  readonly readMetrics: (health: Health) => Promise<string>;
}

/** The metrics of a shop before and after a cause of an alert: the values by name and labels, as Prometheus reads them. */
export interface ScrapedScenario {
  readonly before: ReadonlyMap<string, number>;
  readonly after: ReadonlyMap<string, number>;
}

interface OpenScenario {
  readonly shop: Shop;
  readonly gateway: OutageGateway;
  readonly advance: (ms: number) => void;
  /** Makes the store fail. */
  readonly breakStore: () => void;
}

/** The cause of each alert, by the name of the alert. */
export const scenarios: Readonly<Record<string, (open: OpenScenario) => Promise<void>>> = {
  PgwFailing: ({ breakStore }) => Promise.resolve(breakStore()),
  PgwGatewayDown: async ({ gateway, shop, advance }) => {
    const payments = await Promise.all(
      Array.from({ length: 6 }, (_, n) => shop.startPayment({ order: `A${n}` })),
    );
    gateway.setCondition('disconnected');
    advance(untilNextQueryMs);
    await shop.checkout.sweep();
    for (const { reference } of payments) await shop.fetch(`/pgw/payments/${reference}`);
  },
  PgwStartsFail: async ({ shop }) => {
    shop.sandbox.scenario('response-500', { endpoint: 'requestPayment', times: 4 });
    for (const order of ['A1', 'A2', 'A3', 'A4']) await shop.start({ order });
  },
  PgwOrderNotFulfilled: async ({ shop }) => {
    await approve(shop, [await shop.startPayment({ order: 'A-unpacked' })]);
    await waitForEvent(shop, 'hook-dead');
  },
  PgwMoneyDiffers: async ({ shop }) => {
    await approve(shop, [await shop.startPayment(), await shop.startPayment({ channelId: pasarPay })]);
    await waitForEvent(shop, 'order-paid-twice');
  },
  PgwCallbacksMissing: async ({ shop, advance }) => {
    for (const order of ['A1', 'A2', 'A3', 'A4', 'A5']) {
      const { transactionNumber } = await shop.startPayment({ order });
      shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
    }
    advance(untilNextQueryMs);
    await shop.checkout.sweep();
  },
  PgwCallbackRejected: async ({ shop }) => {
    const payload = createCallbackPayload(await shop.startPayment());
    await sendCallbackBody(shop, JSON.stringify(payload), 'not-the-signature');
  },
  PgwProblem: async ({ shop, advance }) => {
    await shop.startPayment();
    advance(untilNextQueryMs + 11 * 60_000);
  },
};

/** Runs the cause of an alert, and reads the metrics of docs/monitoring.md before and after it. */
export async function scrapeScenario(alert: string): Promise<ScrapedScenario> {
  // Each scenario has its own registry of metrics.
  const file = writeModuleOfDocument('monitoring.md', `metrics-${alert}`);
  const metrics: MetricsModule = await import(file);
  let clockOffsetMs = 0;
  let isStoreBroken = false;
  let gateway: OutageGateway | undefined;
  const store = memoryStore();
  const shop = await openShop({
    store: {
      ...store,
      read: (of, ...request) =>
        isStoreBroken ? Promise.reject(new Error('The disk is gone.')) : store.read(of, ...request),
    },
    now: () => Date.now() + clockOffsetMs,
    limits: { fulfillAttempts: 1 },
    gatewayUrl: async (url) => {
      gateway = await openOutageGateway(url);
      return gateway.url;
    },
    onPaid: ({ orderId }) => {
      if (orderId === 'A-unpacked') throw new Error('Out of stock.');
    },
  });
  let countedEvents = 0;
  const scrape = async (): Promise<ReadonlyMap<string, number>> => {
    for (const event of shop.events.slice(countedEvents)) metrics.countEvent(event);
    countedEvents = shop.events.length;
    return parseMetrics(await metrics.readMetrics(await shop.checkout.health()));
  };
  try {
    const before = await scrape();
    const advance = (ms: number): void => void (clockOffsetMs += ms);
    const breakStore = (): void => void (isStoreBroken = true);
    if (gateway === undefined) throw new Error('The gateway was not opened.');
    await scenarios[alert]?.({ shop, gateway, advance, breakStore });
    return { before, after: await scrape() };
  } finally {
    isStoreBroken = false;
    gateway?.setCondition('up');
    await shop.close();
    await gateway?.close();
  }
}

/** Approves payments at the bank, and waits until their callbacks had an attempt. */
async function approve(
  shop: Shop,
  payments: readonly { readonly transactionNumber: string }[],
): Promise<void> {
  for (const { transactionNumber } of payments) {
    shop.sandbox.decide(transactionNumber, 'approve');
    await shop.sandbox.waitForCallbacks();
  }
}

async function waitForEvent(shop: Shop, name: CheckoutEventName): Promise<void> {
  await vi.waitFor(() => expect(shop.eventsNamed(name)).not.toEqual([]), 20_000);
}

/** Reads the text format of Prometheus. The names keep their labels. */
function parseMetrics(text: string): ReadonlyMap<string, number> {
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  );
}

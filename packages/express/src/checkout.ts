import type { Router } from 'express';
import { CallbackWatch } from './payments/callback-watch.ts';
import type { Engine } from './payments/engine.ts';
import { Offers } from './payments/offers.ts';
import { operator, type Operator } from './payments/operator.ts';
import { refundSecond } from './payments/refunding.ts';
import type { Payment } from './payments/payment.ts';
import { settle } from './payments/settle.ts';
import { sweep } from './payments/sweep.ts';
import { settingsOf, type CheckoutOptions, type Settings } from './options.ts';
import { routes } from './routes/index.ts';
import { embeddedStore, type EmbeddedTransaction } from './stores/embedded.ts';
import type { Store } from './stores/store.ts';
import { startWorker } from './worker.ts';

export interface Checkout {
  /** Mount it at `mountPath`, before any body parser: `app.use('/pgw', checkout.router)`. */
  readonly router: Router;
  /** Resolves when the store is open; rejects with a PgwError that says what is wrong with it. */
  readonly ready: Promise<void>;
  readonly payments: {
    /** The payment with this reference, without regard to letter case. */
    find(reference: string): Promise<Payment | undefined>;
    /** The payments of an order, newest first. */
    ofOrder(orderId: string): Promise<Payment[]>;
    /** Asks the gateway about a payment now, and fulfils it when it is paid. Undefined when there is no such payment. */
    settle(reference: string): Promise<Payment | undefined>;
    /**
     * One round of the sweep, now: unanswered payments are asked about, due fulfilments are tried. True when more may be
     * due than the budget or one round takes on.
     */
    sweep(): Promise<boolean>;
  };
  /** For the shop's back office. */
  readonly operator: Operator;
  /**
   * Stops the sweep, finishes what is under way (at most `patienceMs`, default 10,000), closes the store. What could not be
   * finished is still due in the store: another process, or the next start, goes on with it.
   */
  close(patienceMs?: number): Promise<void>;
}

/**
 * The shop's side of the checkout: routes that price, sign, start, verify and settle payments, and fulfil each once.
 *
 * @throws PgwError `invalid-configuration` at once, naming each wrong option.
 *
 * @example
 * const checkout = createCheckout({
 *   gateway, publicUrl: 'https://shop.example', merchant: 'Rimba Coffee',
 *   resolveOrder: (orderId) => ({ amount: 12345, currencyCode: 'MYR', description: 'Two mugs' }),
 *   onPaid: (payment, { tx }) => { tx.run('UPDATE orders SET paid = 1 WHERE id = ?', payment.orderId); },
 * });
 * app.use('/pgw', checkout.router);
 */
export function createCheckout<Tx = EmbeddedTransaction>(options: CheckoutOptions<Tx>): Checkout {
  const settings = settingsOf(options);
  const watch = new CallbackWatch();
  const engine = engineOf(settings, (payment) => {
    if (settings.onSecondPayment === 'refund') background(refundSecond(engine, payment));
  });
  const { store } = engine;
  const opened = store.open();
  const purge = hourly(settings, store);
  const { background, stop } = startWorker({
    intervalMs: settings.sweepIntervalMs,
    round: async () => {
      await opened;
      const hasMore = await sweep(engine, watch);
      await purge();
      return hasMore;
    },
    onFailure: (error) => reportFailure(engine, error),
  });
  opened.catch((error: unknown) => reportFailure(engine, error));
  const { gateway, now, channels, bankCategory } = settings;
  const { merchant, merchantLogoUrl, timeZone, gatewayName, orderUrl } = settings;
  return {
    router: routes({
      settings,
      engine,
      offers: new Offers({ gateway, now, channels, bankCategory }),
      view: { merchant, merchantLogoUrl, timeZone, gatewayName, orderUrl },
      watch,
      opened,
      background,
    }),
    ready: opened,
    payments: {
      find: (reference) => store.findPayment(reference),
      ofOrder: (orderId) => store.findPayments({ orderId }),
      settle: async (reference) => {
        const payment = await store.findPayment(reference);
        return payment && settle(engine, payment, { source: 'operator' });
      },
      sweep: () => sweep(engine, watch),
    },
    operator: operator(engine),
    close: async (patienceMs = 10_000) => {
      await stop(patienceMs);
      await store.close();
    },
  };
}

function engineOf<Tx>(
  { gateway, store, now, random, emit, onPaid, limits }: Settings<Tx>,
  onSecondPayment: Engine['onSecondPayment'],
): Engine {
  return {
    gateway,
    // Without a store of the merchant's own, Tx is the embedded store's: the default of createCheckout.
    store: store ?? embeddedStore(),
    now,
    random,
    emit,
    limits,
    onSecondPayment,
    // The store hands `onPaid` the very Tx that it was typed with; the engine only carries it.
    onPaid: (payment, { tx, key }) => onPaid(payment, { tx: tx as Tx, key }),
  };
}

const hourMs = 3_600_000;

/** Drops what is older than its retention, at most once an hour however often it is called. */
function hourly<Tx>({ now, retentionDays }: Settings<Tx>, store: Store): () => Promise<void> {
  let purgedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() - purgedAt < hourMs) return;
    purgedAt = now();
    const before = (days: number): number => now() - days * 24 * hourMs;
    const { callbacks, rejected, timeline } = retentionDays;
    await store.purge({
      callbacksBefore: before(callbacks),
      rejectedBefore: before(rejected),
      notesBefore: before(timeline),
    });
  };
}

function reportFailure(engine: Engine, error: unknown): void {
  const message = error instanceof Error ? error.message : 'unknown error';
  engine.emit({ level: 'error', event: 'store-failed', message, ids: {}, error });
}

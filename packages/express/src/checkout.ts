import type { Router } from 'express';
import type { Engine } from './payments/engine.ts';
import { Offers } from './payments/offers.ts';
import type { Payment } from './payments/payment.ts';
import { settle } from './payments/settle.ts';
import { sweep } from './payments/sweep.ts';
import { settingsOf, type CheckoutOptions, type Settings } from './options.ts';
import type { Context } from './routes/context.ts';
import { routes } from './routes/index.ts';
import { embeddedStore, type EmbeddedTransaction } from './stores/embedded.ts';
import type { Store } from './stores/store.ts';

export interface Checkout {
  /** Mount it at `mountPath`, before any body parser: `app.use('/pgw', checkout.router)`. */
  readonly router: Router;
  /** Resolves when the store is open; rejects with a PgwError `invalid-configuration` that says what is wrong with it. */
  readonly ready: Promise<void>;
  readonly payments: {
    /** The payment with this reference, without regard to letter case. */
    find(reference: string): Promise<Payment | undefined>;
    /** The payments of an order, newest first. */
    ofOrder(orderId: string): Promise<Payment[]>;
    /** Asks the gateway about a payment now, and fulfils it when it is paid. Undefined when there is no such payment. */
    settle(reference: string): Promise<Payment | undefined>;
    /** One round of the sweep, now: unanswered payments are asked about, due fulfilments are tried. */
    sweep(): Promise<void>;
  };
  /** Stops the sweep, waits for what is under way, closes the store. */
  close(): Promise<void>;
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
  const engine = engineOf(settings);
  const { store } = engine;
  const work = new Set<Promise<unknown>>();
  const background = (task: Promise<unknown>): void => {
    const done: Promise<unknown> = task
      .catch((error: unknown) => reportFailure(engine, error))
      .finally(() => work.delete(done));
    work.add(done);
  };
  const opened = store.open();
  const stopSweeping = sweepEvery(settings.sweepIntervalMs, async () => {
    const round = opened.then(() => sweep(engine));
    background(round);
    await round;
  });
  opened.catch((error: unknown) => {
    stopSweeping();
    reportFailure(engine, error);
  });
  return {
    router: routes(contextOf(settings, engine, opened, background)),
    ready: opened,
    payments: {
      find: (reference) => store.findPayment(reference),
      ofOrder: (orderId) => store.paymentsOfOrder(orderId),
      settle: async (reference) => {
        const payment = await store.findPayment(reference);
        return payment && settle(engine, payment);
      },
      sweep: () => sweep(engine),
    },
    close: async () => {
      stopSweeping();
      await Promise.all(work);
      await store.close();
    },
  };
}

function engineOf<Tx>({ gateway, store, now, emit, onPaid }: Settings<Tx>): Engine {
  // Without a store of the merchant's own, Tx is the embedded store's: the default of createCheckout.
  const chosen = store ?? (embeddedStore() as unknown as Store<Tx>);
  return {
    gateway,
    store: chosen,
    now,
    emit,
    // The store hands `onPaid` the very Tx that it was typed with; the engine only carries it.
    onPaid: (payment, { tx, key }) => onPaid(payment, { tx: tx as Tx, key }),
  };
}

function contextOf<Tx>(
  settings: Settings<Tx>,
  engine: Engine,
  opened: Promise<void>,
  background: Context['background'],
): Context {
  const { gateway, now, channels, merchant, gatewayName, orderUrl } = settings;
  return {
    settings: settings as Settings<unknown>,
    engine,
    offers: new Offers({ gateway, now, channels }),
    view: { merchant, gatewayName, orderUrl },
    opened,
    background,
  };
}

/** Runs rounds with a pause between them, never two at a time. Answers how to stop. */
function sweepEvery(intervalMs: number, round: () => Promise<void>): () => void {
  if (intervalMs === 0) return () => undefined;
  let timer: NodeJS.Timeout;
  let isStopped = false;
  const next = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => void round().then(next, next), intervalMs);
    timer.unref();
  };
  next();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

function reportFailure(engine: Engine, error: unknown): void {
  const message = error instanceof Error ? error.message : 'unknown error';
  engine.emit({ level: 'error', event: 'store-failed', message, ids: {}, error });
}

import type { GatewayClient } from '@pgw/client';
import { timeZone } from '@pgw/pages';
import { createCheckout, type Checkout, type CheckoutOptions } from '@pgw/express';
import { embeddedStore, type EmbeddedTransaction } from '@pgw/express/stores/embedded';
import { postgresStore, type PostgresTransaction } from '@pgw/express/stores/postgres';
import { createChannelsOption } from './channels.ts';
import { createCardOptions } from './cards.ts';
import { getDatabasePath, type Database, type Row, type Statement } from './database.ts';
import { fulfill, recordApproval } from './fulfill.ts';
import { createInstalmentOption } from './instalments.ts';
import type { Orders } from './orders/orders.ts';
import { toQuery, type PostgresDatabase } from './postgres.ts';
import type { Settings } from './settings.ts';
import { readVisitor } from './visitors/visitor.ts';

interface ShopCheckoutOptions {
  readonly gateway: GatewayClient;
  readonly database: Database;
  readonly orders: Orders;
  readonly settings: Settings;
}

/**
 * Creates the checkout of the shop. This function is the whole integration on the server: the price of an
 * order, who may pay it, and what happens when it is paid.
 */
export function createShopCheckout({ gateway, database, orders, settings }: ShopCheckoutOptions): Checkout {
  const { publicUrl, dataDirectory, mode } = settings;
  const options = {
    gateway,
    publicUrl,
    merchant: 'Rimba Coffee',
    mode,
    gatewayName: 'Sandbox Gateway',
    timeZone,
    ...createCardOptions(settings),
    ...createInstalmentOption(settings),
    ...createChannelsOption(settings),
    // The price comes from the stored order, never from the browser. Only the visitor who placed the order
    // can pay it, and only once.
    resolveOrder: async (orderId, request) => {
      const order = await orders.findPayable(orderId, readVisitor(request));
      if (order === undefined) return undefined;
      const { amount, currencyCode } = order;
      return { amount, currencyCode, description: `Rimba Coffee ${orderId}` };
    },
    payouts: { merchantId: Number(settings.gateway.merchantId) },
    // Finds the order of an unknown transaction, for example after the database was restored from a backup.
    resolveUnknownPayment: async (payment) => (await orders.findForPayment(payment))?.id,
    getOrderUrl: (orderId) => `/orders/${orderId}`,
    // The shop's own page to choose a bank, for browsers without scripts.
    getBankPageUrl: (orderId, channelId) => `/checkout/${orderId}/bank?channel=${channelId}`,
  } satisfies Omit<CheckoutOptions<never>, 'store' | 'onPaid'>;
  // The payments are in the shop's own database. One transaction can then change an order and its payment.
  if (isPostgres(database))
    return createCheckout<PostgresTransaction>({
      ...options,
      store: postgresStore({ pool: database.pool }),
      // A shop that keeps backups sets a mark outside of the database: see docs/restoring.md.
      historyMark: false,
      ...createHooks<PostgresTransaction>(async (tx, statement) => {
        const { text, values } = toQuery(statement);
        return (await tx.query(text, values)).rows;
      }),
    });
  return createCheckout({
    ...options,
    store: embeddedStore({ file: getDatabasePath(dataDirectory) }),
    ...createHooks<EmbeddedTransaction>((tx, [sql, ...values]) => tx.all(sql, ...values)),
  });
}

/** The functions about orders. `query` runs a statement in the transaction that changes the payment. */
export function createHooks<Tx>(query: (tx: Tx, statement: Statement) => Row[] | Promise<Row[]>) {
  const run = async (tx: Tx, statements: readonly Statement[]): Promise<void> => {
    for (const statement of statements) await query(tx, statement);
  };
  return {
    // A payment below this price goes to review, and a clerk of the back office decides.
    getPrice: async (orderId, { tx }) => {
      const [price] = await query(tx, ['SELECT amount, currency FROM orders WHERE id = ?', orderId]);
      return price && { amount: Number(price['amount']), currencyCode: String(price['currency']) };
    },
    // Called once, after the gateway has confirmed the payment. No other code of the shop marks an order as
    // paid.
    onPaid: (payment, { tx, key }) => run(tx, fulfill(payment, key)),
    // Called when a card was approved and not charged yet. The back office charges it.
    onAuthorized: (payment, { tx }) => run(tx, recordApproval(payment)),
  } satisfies Pick<CheckoutOptions<Tx>, 'getPrice' | 'onPaid' | 'onAuthorized'>;
}

function isPostgres(database: Database): database is PostgresDatabase {
  return 'pool' in database;
}

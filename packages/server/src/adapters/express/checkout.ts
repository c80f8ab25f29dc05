import type { Request, Router } from 'express';
import { connectCheckout, type Checkout as CheckoutOfServer } from '../../checkout.ts';
import type { CardOptions as OptionsOfCards } from '../../cards/card-options.ts';
import type { CheckoutOptions as OptionsOfCheckout } from '../../options/options.ts';
import type { SnippetOptions as OptionsOfSnippet } from '../../http/snippet/snippet.ts';
import type { EmbeddedTransaction } from '../../stores/embedded.ts';
import { createRouter } from './router.ts';

/** The options of {@link createCheckout}. `Tx` is the transaction of the store. */
export type CheckoutOptions<Tx> = OptionsOfCheckout<Tx, Request>;

/** The option `cards` of {@link createCheckout}. */
export type CardOptions = OptionsOfCards<Request>;

/** The options of `checkout.snippet`. */
export type SnippetOptions = OptionsOfSnippet<Request>;

/** A checkout with its routes and operations. Created by {@link createCheckout}. */
export interface Checkout extends CheckoutOfServer<Request> {
  /** Mount it at `mountPath`, before any body parser: `app.use('/pgw', checkout.router)`. */
  readonly router: Router;
}

/**
 * Creates the server side of the checkout: routes that start and verify payments, and fulfill each
 * paid order once.
 *
 * @throws PgwError `invalid-configuration`, with each invalid option or with the required Node version.
 *
 * @example
 * const checkout = createCheckout({
 *   gateway, publicUrl: 'https://shop.example', merchant: 'Rimba Coffee',
 *   resolveOrder: (orderId) => ({ amount: 12345, currencyCode: 'MYR', description: 'Two mugs' }),
 *   onPaid: ({ orderId, amount }, { tx }) => { tx.run('UPDATE orders SET paid = paid + ? WHERE id = ?', amount, orderId); },
 * });
 * app.use('/pgw', checkout.router);
 */
export function createCheckout<Tx = EmbeddedTransaction>(checkoutOptions: CheckoutOptions<Tx>): Checkout {
  const { checkout, emit } = connectCheckout(checkoutOptions);
  return { ...checkout, router: createRouter(checkout.dispatch, emit) };
}

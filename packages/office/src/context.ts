import type { GatewayClient } from '@pgw/client';
import { getNonce } from '@pgw/pages';
import type { Checkout } from '@pgw/express';
import type { PayoutRequestOptions } from '@pgw/express/operator';
import type { Response } from 'express';
import type { Actions } from './actions.ts';
import type { OrderSource } from './orders/orders.ts';
import { renderFrame, type OfficePage, type Shop } from './pages/frame.ts';

/** The dependencies of the back office. */
export interface Office {
  readonly orders: OrderSource;
  readonly checkout: Pick<Checkout, 'payments' | 'operator' | 'health'>;
  readonly gateway: GatewayClient;
  /** The merchant ID for wallet queries. */
  readonly merchantId: number;
  readonly publicUrl: string;
  readonly actions: Actions;
  readonly now: () => number;
  /** Returns why the number of a beneficiary looks wrong; undefined if it looks right. */
  readonly findPayoutWarning?: ((beneficiary: Beneficiary) => string | undefined) | undefined;
}

/** The beneficiary of a payout. */
export type Beneficiary = PayoutRequestOptions['beneficiary'];

/** Sends a page of the back office, which caches must not store. The router must set `locals.shop` first. */
export function sendPage(response: Response, page: OfficePage): void {
  response.set('Cache-Control', 'no-store');
  response
    .type('html')
    .send(renderFrame(page, { shop: response.locals['shop'] as Shop, nonce: getNonce(response) }));
}

/**
 * Reads a text field of a form or a query, trimmed and cut to 2,000 characters. Empty when the field is not a
 * text.
 */
export function readText(fields: unknown, name: string): string {
  if (typeof fields !== 'object' || fields === null) return '';
  const value: unknown = Reflect.get(fields, name);
  return typeof value === 'string' ? value.trim().slice(0, 2000) : '';
}

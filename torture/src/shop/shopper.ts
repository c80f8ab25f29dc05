import { z } from 'zod';
import { price } from './shop.ts';

/** The response to a press of Pay: a redirect URL, or the code of a problem. */
export interface StartResult {
  readonly status: number;
  readonly redirectUrl: string | undefined;
  /** The code of a problem; undefined when the payment was started. */
  readonly code: string | undefined;
  readonly reference: string | undefined;
}

/**
 * The body of a response. A started payment is in `payment`. A problem has a `code`, and the `reference` of
 * its payment if there is one.
 */
const responseSchema = z.looseObject({
  redirect: z.looseObject({ url: z.string() }).optional(),
  payment: z.looseObject({ reference: z.string() }).optional(),
  code: z.string().optional(),
  reference: z.string().optional(),
});

/** Sends the request that the element sends when the shopper presses Pay. */
export async function pressPay(
  url: string,
  { order, attempt }: { readonly order: string; readonly attempt: string },
): Promise<StartResult> {
  const body = { order, attempt, shownAmount: price.amount, shownCurrencyCode: price.currencyCode };
  const response = await fetch(`${url}/pgw/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { redirect, payment, code, reference } = responseSchema.parse(await response.json());
  return {
    status: response.status,
    redirectUrl: redirect?.url,
    code,
    reference: payment?.reference ?? reference,
  };
}

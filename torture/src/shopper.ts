import { z } from 'zod';
import { price } from './shop/shop.ts';

/** What a press of Pay was answered with: where to go, or why not. */
export interface Pressed {
  readonly status: number;
  readonly redirectUrl: string | undefined;
  /** Of a refusal. */
  readonly code: string | undefined;
  readonly reference: string | undefined;
}

const answer = z.looseObject({
  redirect: z.looseObject({ url: z.string() }).optional(),
  payment: z.looseObject({ reference: z.string() }).optional(),
  code: z.string().optional(),
  reference: z.string().optional(),
});

/** Presses Pay, as the element does it. */
export async function press(
  url: string,
  { order, attempt }: { readonly order: string; readonly attempt: string },
): Promise<Pressed> {
  const wish = { order, attempt, shownAmount: price.amount, shownCurrencyCode: price.currencyCode };
  const response = await fetch(`${url}/pgw/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wish),
  });
  const { redirect, payment, code, reference } = answer.parse(await response.json());
  return {
    status: response.status,
    redirectUrl: redirect?.url,
    code,
    reference: payment?.reference ?? reference,
  };
}

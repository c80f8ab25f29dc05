import { html, type Html, nonceOf, trusted } from '@pgw/example-pages';
import type { Checkout } from '@pgw/express';
import type { Request, Response } from 'express';
import type { Order } from '../orders.ts';
import { fallback } from '../pages/payment.ts';
import type { Settings } from '../settings.ts';

/** What is read of @pgw/express. */
export type WidgetSource = Pick<Checkout, 'snippet'>;

/** The script alone, for a page with <pgw-payment-status>. Our policy runs it by its nonce. */
export function widgetScript(response: Response): Html {
  return html`<script src="/pgw/checkout.js" nonce="${nonceOf(response)}"></script>`;
}

/** The whole integration in a page: the checkout as markup, its list ready before any script has run; or by two lines. */
export async function widget(
  { checkout, tag }: { readonly checkout: WidgetSource; readonly tag: Settings['tag'] },
  order: Order,
  { request, response }: { readonly request: Request; readonly response: Response },
): Promise<{ readonly head: Html; readonly body: Html }> {
  if (tag === 'classic') {
    const element = html`<pgw-checkout order="${order.id}" summary="none" heading-level="3"
      >${fallback(order)}</pgw-checkout
    >`;
    return { head: widgetScript(response), body: element };
  }
  const { head, body } = await checkout.snippet({
    order: order.id,
    req: request,
    nonce: nonceOf(response),
    lang: 'en-MY',
    attributes: { summary: 'none', 'heading-level': '3' },
    content: fallback(order).toString(),
  });
  return { head: trusted(head), body: trusted(body) };
}

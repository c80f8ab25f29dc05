import { html, type Html, trustedHtml } from '@pgw/pages';
import { getNonce } from '../requests/security-headers.ts';
import type { Checkout } from '@pgw/express';
import type { Request, Response } from 'express';
import type { Language } from '../languages/index.ts';
import type { Order } from '../orders/orders.ts';
import { renderFallbackContent } from '../pages/payment.ts';
import type { Settings } from '../settings.ts';

/** The method of the checkout that renders its markup. */
export type SnippetSource = Pick<Checkout, 'snippet'>;

/**
 * Renders the script tags for a page with the elements. The nonce makes the shop's Content Security Policy allow
 * the scripts.
 */
export function renderCheckoutScripts(response: Response, tag: Settings['checkoutTag']): Html {
  const nonce = getNonce(response);
  if (tag === 'classic') return html`<script src="/pgw/checkout.js" nonce="${nonce}"></script>`;
  return html`<script type="module" src="/pgw/checkout.mjs" nonce="${nonce}"></script>
    <script async src="/pgw/checkout.js" nonce="${nonce}"></script>`;
}

interface CheckoutViewOptions {
  readonly order: Order;
  /** Limits the list to this channel and shows its banks. */
  readonly channel?: number;
  readonly language: Language;
  readonly request: Request;
  readonly response: Response;
}

/**
 * Renders the markup of the checkout. By default, it contains the list of channels, which is visible before a
 * script runs. With another setting than `snippet`, it contains only the element and its scripts.
 */
export async function renderCheckout(
  {
    checkout,
    checkoutTag,
  }: { readonly checkout: SnippetSource; readonly checkoutTag: Settings['checkoutTag'] },
  { order, channel, language, request, response }: CheckoutViewOptions,
): Promise<{ readonly head: Html; readonly body: Html }> {
  const content = renderFallbackContent(language.texts, order);
  if (checkoutTag !== 'snippet') {
    const element = html`<pgw-checkout order="${order.id}" lang="${language.tag}" summary="none"
      >${content}</pgw-checkout
    >`;
    return { head: renderCheckoutScripts(response, checkoutTag), body: element };
  }
  const { head, body } = await checkout.snippet({
    order: order.id,
    req: request,
    nonce: getNonce(response),
    lang: language.tag,
    channel,
    attributes: { summary: 'none', ...(channel !== undefined && { channels: String(channel) }) },
    content: content.toString(),
  });
  return { head: trustedHtml(head), body: trustedHtml(body) };
}

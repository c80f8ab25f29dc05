import { randomBytes } from 'node:crypto';
import { contentSecurityPolicy } from '../pages/content-security-policy.ts';
import { renderDocument } from '../pages/document.ts';
import type { PricedOrder } from '../../model/payments/order.ts';
import { escapeHtml } from '@pgw/protocol/html';
import { renderSnippet } from '../snippet/snippet.ts';
import type { Context } from '../context.ts';
import { createHtmlReply, type HttpReply } from '../reply.ts';

interface BankPageOptions {
  readonly native: unknown;
  readonly order: PricedOrder;
  readonly channelId: number;
  readonly lang: string | undefined;
}

/** Creates a page that lists the banks of a channel, for browsers without scripts. */
export async function createBankPage(context: Context, options: BankPageOptions): Promise<HttpReply> {
  const { native, order, channelId, lang = 'en' } = options;
  const { logoOrigins, redirectOrigins, merchant } = context.settings;
  const nonce = randomBytes(16).toString('base64');
  const { head, body } = await renderSnippet(context, {
    order: order.id,
    req: native,
    nonce,
    lang,
    channel: channelId,
  });
  const headers = {
    'Content-Security-Policy': contentSecurityPolicy({ nonce, logoOrigins, redirectOrigins }),
    // With `no-referrer`, a browser sends the form of this page with the origin `null`. A request with this
    // origin and without Sec-Fetch-Site is refused.
    'Referrer-Policy': 'same-origin',
  };
  const style = `<style nonce="${nonce}">main{max-width:40rem;margin-inline:auto}</style>`;
  const attributes = `lang="${escapeHtml(lang)}"`;
  const page = renderDocument({ attributes, title: merchant, head: [style, head], main: body });
  return createHtmlReply(page, headers);
}

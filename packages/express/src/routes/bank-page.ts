import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { contentSecurityPolicy } from '../pages/content-security-policy.ts';
import type { PricedOrder } from '../payments/order.ts';
import { escapeHtml } from '@pgw/protocol/html';
import { renderSnippet } from '../snippet/snippet.ts';
import type { Context } from './context.ts';
import { sendHtml } from './send-text.ts';

interface BankPageOptions {
  readonly req: Request;
  readonly res: Response;
  readonly order: PricedOrder;
  readonly channelId: number;
  readonly lang: string | undefined;
}

/** Responds with a page that lists the banks of a channel, for browsers without scripts. */
export async function sendBankPage(context: Context, options: BankPageOptions): Promise<void> {
  const { req, res, order, channelId, lang = 'en' } = options;
  const { logoOrigins, redirectOrigins, merchant } = context.settings;
  const nonce = randomBytes(16).toString('base64');
  const { head, body } = await renderSnippet(context, {
    order: order.id,
    req,
    nonce,
    lang,
    channel: channelId,
  });
  res.set('Content-Security-Policy', contentSecurityPolicy({ nonce, logoOrigins, redirectOrigins }));
  // With `no-referrer`, a browser sends the form of this page with the origin `null`. A request with this
  // origin and without Sec-Fetch-Site is refused.
  res.set('Referrer-Policy', 'same-origin');
  sendHtml(
    res,
    `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(merchant)}</title>
<style nonce="${nonce}">main{max-width:40rem;margin-inline:auto}</style>
${head}
</head>
<body>
<main>${body}</main>
</body>
</html>
`,
  );
}

import { randomBytes } from 'node:crypto';
import type { StorefrontPayment, StorefrontRedirect } from '@pgw/protocol';
import { renderRedirectPage, buildRedirectPagePolicy } from '../pages/redirect-page.ts';
import type { Payment } from '../../model/payments/payment.ts';
import { loadRedirectTexts } from '../snippet/server-module.ts';
import { findCurrentRedirect, type Redirect } from '../../start/redirect.ts';
import type { Context } from '../context.ts';
import { buildPhoneLink, buildReturnPath, buildScriptPath } from '../payment-addresses.ts';
import { hasAccess, isOnPhone } from '../payment-access.ts';
import { findRequestedPayment } from '../input/requested-payment.ts';
import { negotiate } from '../input/negotiation.ts';
import { createHtmlReply, createRedirect } from '../reply.ts';
import type { Handler } from '../route.ts';

export function toStorefrontRedirect(
  context: Context,
  payment: Payment,
  redirect: Redirect,
): StorefrontRedirect {
  if (redirect.type === 'script') return { type: 'url', url: buildScriptPath(context, payment) };
  return payment.card === null ? { ...redirect, phone: buildPhoneLink(context, payment) } : redirect;
}

/** Where the browser can continue a pending payment. A card is sent only once, so its payment is not continued. */
export function describeContinuation(
  context: Context,
  payment: Payment,
): Pick<StorefrontPayment, 'continueUrl'> {
  const redirect = findCurrentRedirect(payment, context.paymentContext.now());
  if (redirect === undefined || payment.card !== null) return {};
  return { continueUrl: toStorefrontRedirect(context, payment, redirect).url };
}

/**
 * GET /payments/:reference/redirect: the page that runs the gateway's script. The script never runs in a page of
 * the shop, which may have a card form.
 */
export function createScriptPageHandler(context: Context): Handler {
  const { paymentContext, settings } = context;
  return async (exchange) => {
    const payment = await findRequestedPayment(context, exchange);
    const mayOpen = hasAccess(context, exchange, payment) || isOnPhone(context, exchange, payment);
    const redirect = mayOpen ? findCurrentRedirect(payment, paymentContext.now()) : undefined;
    if (redirect?.type !== 'script')
      return createRedirect(redirect?.url ?? buildReturnPath(context, payment));
    const nonce = randomBytes(16).toString('base64');
    const hasShopOrigin = settings.redirectScript === 'same-origin';
    const texts = await loadRedirectTexts(
      negotiate(exchange.request).languages(),
      findBankOrWalletName(context, payment),
    );
    const policy = buildRedirectPagePolicy({ nonce, origins: settings.redirectOrigins, hasShopOrigin });
    const headers = {
      'Content-Security-Policy': policy,
      // With `no-referrer` a form of the page has the origin `null`.
      ...(hasShopOrigin && { 'Referrer-Policy': 'strict-origin' }),
    };
    const { script, url } = redirect;
    return createHtmlReply(renderRedirectPage({ script, url, nonce, texts }), headers);
  };
}

/** Null for a card, because its bank is not known. */
function findBankOrWalletName({ settings }: Context, { bank, channel, card }: Payment): string | null {
  return card === null ? (bank?.name ?? channel?.name ?? settings.gatewayName) : null;
}

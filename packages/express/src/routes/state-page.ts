import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { contentSecurityPolicy } from '../pages/content-security-policy.ts';
import { renderStatePage } from '../pages/state-page.ts';
import type { Payment } from '../payments/payment.ts';
import { toPaymentStatus } from '../payments/storefront-payment.ts';
import { loadReturnTexts } from '../snippet/server-module.ts';
import type { Context } from './context.ts';
import { sendHtml } from './send-text.ts';

/**
 * Responds with the state of a payment and without its order, and tells the shopper to go back to the device
 * where the payment was started.
 */
export async function sendStatePage(
  { settings }: Context,
  { req, res, payment }: { readonly req: Request; readonly res: Response; readonly payment: Payment },
): Promise<void> {
  const { merchant, logoOrigins, redirectOrigins } = settings;
  const nonce = randomBytes(16).toString('base64');
  const { state } = toPaymentStatus(payment);
  const texts = await loadReturnTexts(req.acceptsLanguages(), state);
  res.set('Content-Security-Policy', contentSecurityPolicy({ nonce, logoOrigins, redirectOrigins }));
  sendHtml(res, renderStatePage({ merchant, isPending: state === 'pending', texts, nonce }));
}

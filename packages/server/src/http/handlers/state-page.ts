import { randomBytes } from 'node:crypto';
import { contentSecurityPolicy } from '../pages/content-security-policy.ts';
import { renderStatePage } from '../pages/state-page.ts';
import type { Payment } from '../../model/payments/payment.ts';
import { toPaymentStatus } from '../storefront-payment.ts';
import { loadReturnTexts } from '../snippet/server-module.ts';
import type { Context } from '../context.ts';
import { negotiate } from '../input/negotiation.ts';
import { createHtmlReply, type HttpReply } from '../reply.ts';
import type { HttpRequest } from '../request.ts';

export async function createStatePage(
  { settings }: Context,
  request: HttpRequest,
  payment: Payment,
): Promise<HttpReply> {
  const { merchant, logoOrigins, redirectOrigins } = settings;
  const nonce = randomBytes(16).toString('base64');
  const { state } = toPaymentStatus(payment);
  const texts = await loadReturnTexts(negotiate(request).languages(), state);
  const page = renderStatePage({ merchant, isPending: state === 'pending', texts, nonce });
  const policy = contentSecurityPolicy({ nonce, logoOrigins, redirectOrigins });
  return createHtmlReply(page, { 'Content-Security-Policy': policy });
}

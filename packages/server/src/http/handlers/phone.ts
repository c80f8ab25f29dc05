import { changePayment } from '../../engine/change-payment.ts';
import { createNote, type PaymentContext } from '../../engine/payment-context.ts';
import type { Payment } from '../../model/payments/payment.ts';
import { CheckoutProblem } from '../../model/problem.ts';
import { findCurrentRedirect } from '../../engine/redirect.ts';
import { type Context, createRedirect, createTextReply, type Handler } from '../route.ts';
import {
  buildPhoneLink,
  buildReturnPath,
  buildScriptPath,
  hasAccess,
  setPhoneCookie,
  findRequestedPayment,
} from '../payment-access.ts';

/** GET /payments/:reference/qr: the QR code, as SVG, of the URL that opens the payment on a phone. */
export function createQrCodeHandler(context: Context): Handler {
  return async (exchange) => {
    const payment = await findRequestedPayment(context, exchange);
    const redirect = findCurrentRedirect(payment, context.paymentContext.now());
    if (redirect?.type !== 'url' || payment.card !== null || !hasAccess(context, exchange, payment))
      throw new CheckoutProblem('not-found', 'This payment has no QR code.');
    // Browsers run no scripts in an image. The policy is for a browser that opens the image as a page.
    const headers = { 'Content-Security-Policy': "default-src 'none'" };
    const code = await renderQrCode(buildPhoneLink(context, payment).url);
    return createTextReply('image/svg+xml; charset=utf-8', code, headers);
  };
}

/** Renders error correction M and the quiet zone of four modules that ISO/IEC 18004 requires. */
async function renderQrCode(text: string): Promise<string> {
  const { renderSVG } = await import('uqr');
  const svg = renderSVG(text, { ecc: 'M', border: 4, pixelSize: 1 });
  // Without this attribute, lines appear between the modules when the image is scaled.
  return svg.replace('<svg', '<svg shape-rendering="crispEdges"');
}

/**
 * GET /payments/:reference/phone/:token: the URL in the QR code. The cookie marks the browser of the phone, to
 * which the return page shows the state and not the order.
 */
export function createPhoneHandler(context: Context): Handler {
  const { paymentContext } = context;
  return async (exchange) => {
    const payment = await findRequestedPayment(context, exchange);
    if (!paymentContext.tokens.isValid('phone', payment, exchange.params['token'] ?? ''))
      throw new CheckoutProblem(
        'not-found',
        'The link does not belong to this payment. Scan the code again.',
      );
    await markOpenedOnPhone(paymentContext, payment);
    setPhoneCookie(context, exchange, payment);
    const redirect = findCurrentRedirect(payment, paymentContext.now());
    if (redirect === undefined) return createRedirect(buildReturnPath(context, payment));
    return createRedirect(redirect.type === 'url' ? redirect.url : buildScriptPath(context, payment));
  };
}

/**
 * Stores that the QR code was opened. From then on, the token in the return URL does not show the order, because
 * anyone with the code can return from the bank.
 */
async function markOpenedOnPhone(paymentContext: PaymentContext, payment: Payment): Promise<void> {
  const note = createNote(paymentContext, payment, {
    source: 'phone',
    kind: 'opened-on-phone',
    text: 'Opened by the QR code.',
  });
  await changePayment(paymentContext, payment, (read) => {
    if (read.openedOnPhoneAt !== null) return undefined;
    return { payment: { read, change: { openedOnPhoneAt: paymentContext.now() } }, notes: [note] };
  });
}

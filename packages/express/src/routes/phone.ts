import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { renderSVG } from 'uqr';
import { contentSecurityPolicy } from '../pages/content-security-policy.ts';
import { renderPhonePage } from '../pages/phone-page.ts';
import type { Payment } from '../payments/payment.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { toStorefrontPayment } from '../payments/storefront-payment.ts';
import { loadReturnTexts } from '../snippet/server-module.ts';
import { findCurrentRedirect } from '../start/redirect.ts';
import type { Context } from './context.ts';
import { buildPhoneLink, buildReturnPath, buildScriptPath } from './payment-addresses.ts';
import { findRequestedPayment } from './requests/requested-payment.ts';

/** The cookie of a browser that opened a payment by its QR code. Its value is the reference. */
const cookieName = 'pgw_phone';
const cookieMaxAgeMs = 24 * 60 * 60 * 1000;

/**
 * GET /payments/:reference/qr: the QR code of the URL that opens the payment on a phone, as SVG. Responds
 * with 404 when the payment can no longer be paid, or cannot be opened on another device.
 */
export function createQrCodeHandler(context: Context) {
  return async (req: Request, res: Response): Promise<void> => {
    const payment = await findRequestedPayment(context, req);
    const redirect = findCurrentRedirect(payment, context.engine.now());
    if (redirect?.type !== 'url' || payment.card !== null)
      throw new CheckoutProblem('not-found', 'This payment has no QR code.');
    // Browsers run no scripts in an image. The policy is for a browser that opens the image as a page.
    res.set('Content-Security-Policy', "default-src 'none'");
    res.type('svg').send(renderQrCode(buildPhoneLink(context, payment).url));
  };
}

/**
 * Renders a QR code with error correction M and the quiet zone of four modules that ISO/IEC 18004 requires.
 */
function renderQrCode(text: string): string {
  const svg = renderSVG(text, { ecc: 'M', border: 4, pixelSize: 1 });
  // Without this attribute, lines appear between the modules when the image is scaled.
  return svg.replace('<svg', '<svg shape-rendering="crispEdges"');
}

/**
 * GET /payments/:reference/phone: the URL in the QR code. Redirects to the payment, or to its outcome when
 * the payment has ended. The cookie marks the browser of the phone. This browser does not have the other
 * cookies of the shop, so the return page does not redirect it to the order's page.
 */
export function createPhoneHandler(context: Context) {
  const { engine, settings } = context;
  return async (req: Request, res: Response): Promise<void> => {
    const payment = await findRequestedPayment(context, req);
    res.cookie(cookieName, payment.reference, {
      path: settings.addresses.path(''),
      maxAge: cookieMaxAgeMs,
      httpOnly: true,
      sameSite: 'lax',
      secure: settings.addresses.origin.startsWith('https:'),
    });
    const redirect = findCurrentRedirect(payment, engine.now());
    if (redirect === undefined) res.redirect(303, buildReturnPath(context, payment));
    else res.redirect(303, redirect.type === 'url' ? redirect.url : buildScriptPath(context, payment));
  };
}

/** True if the browser opened this payment by its QR code. */
export function isOnPhone(req: Request, { reference }: Payment): boolean {
  const cookies = (req.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.includes(`${cookieName}=${encodeURIComponent(reference)}`);
}

/** Responds with the outcome, and asks the shopper to go back to the device where the payment was started. */
export async function sendPhonePage(
  { settings, viewOptions }: Context,
  { req, res, payment }: { readonly req: Request; readonly res: Response; readonly payment: Payment },
): Promise<void> {
  const { merchant, logoOrigins, redirectOrigins } = settings;
  const nonce = randomBytes(16).toString('base64');
  const { state } = toStorefrontPayment(payment, viewOptions);
  const texts = await loadReturnTexts(req.acceptsLanguages(), state);
  res.set('Content-Security-Policy', contentSecurityPolicy({ nonce, logoOrigins, redirectOrigins }));
  res.type('html').send(renderPhonePage({ merchant, isPending: state === 'pending', texts, nonce }));
}

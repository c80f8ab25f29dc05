import type { StorefrontPayment, StorefrontRedirect } from '@pgw/protocol';
import { escapeHtml } from '@pgw/protocol/html';
import { storefrontRoutes, type RedirectTexts } from '@pgw/protocol/internal';
import { getPaymentFacts } from '../../events/facts.ts';
import type { Payment } from '../../model/payments/payment.ts';
import { isWithinLast } from '../../model/schedule.ts';
import { readJson } from '../input/body.ts';
import { loadRedirectTexts } from '../snippet/server-module.ts';
import { findCurrentRedirect, type Redirect } from '../../engine/redirect.ts';
import { type Context, createRedirect, type Handler, negotiate } from '../route.ts';
import {
  buildPhoneLink,
  buildReturnPath,
  buildScriptPath,
  hasAccess,
  isOnPhone,
  findRequestedPayment,
} from '../payment-access.ts';
import { createNonce, createPageReply, renderDocument } from '../pages/page.ts';

export function toStorefrontRedirect(
  context: Context,
  payment: Payment,
  redirect: Redirect,
): StorefrontRedirect {
  if (redirect.type === 'script') return { type: 'url', url: buildScriptPath(context, payment) };
  return payment.card === null ? { ...redirect, phone: buildPhoneLink(context, payment) } : redirect;
}

/** Where the browser can continue a pending payment. A card is sent only once, but its bank may wait for the shopper. */
export function describeContinuation(
  context: Context,
  payment: Payment,
): Pick<StorefrontPayment, 'continueUrl' | 'phone'> {
  const redirect = findCurrentRedirect(payment, context.paymentContext.now());
  const isCardEntered = payment.card === null || payment.card.state === 'challenged';
  if (redirect === undefined || !isCardEntered || payment.changedPrice !== null) return {};
  const { url, phone } = toStorefrontRedirect(context, payment, redirect);
  return { continueUrl: url, ...(phone && { phone }) };
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
    const { script, url } = redirect;
    const languages = negotiate(exchange.request).languages();
    const texts = await loadRedirectTexts(languages, findBankOrWalletName(context, payment));
    const nonce = createNonce();
    const hasShopOrigin = settings.redirectScript === 'same-origin';
    // With `no-referrer` a form of the page has the origin `null`.
    const headers = hasShopOrigin ? { 'Referrer-Policy': 'strict-origin' } : {};
    const reportUrl = buildScriptPath(context, payment);
    const policy = buildPolicy({ nonce, origins: settings.redirectOrigins, hasShopOrigin, reportUrl });
    return createPageReply(renderRedirectPage({ script, url, nonce, texts }), policy, { headers });
  };
}

/** The time between two events, because anyone can send any number of reports. */
const warnEveryMs = 60_000;

/** POST /payments/:reference/redirect: a browser reports that the policy has blocked the gateway's script. */
export function createScriptReportHandler(context: Context): Handler {
  const { now, emit } = context.paymentContext;
  const { body: schema } = storefrontRoutes.reportBlockedScript;
  let warnedAt = Number.NEGATIVE_INFINITY;
  return async (exchange) => {
    const { 'csp-report': report } = await readJson(exchange.request, schema, 'application/csp-report');
    const payment = await findRequestedPayment(context, exchange);
    const hasScript = findCurrentRedirect(payment, now())?.type === 'script';
    if (hasScript && !isWithinLast(warnEveryMs, warnedAt, now())) {
      warnedAt = now();
      const directive = report['effective-directive'].replaceAll(/[^a-z-]/g, '');
      const blocked = readSource(report['blocked-uri']);
      const message =
        `A browser has blocked a part of the gateway's redirection script (${directive}: ${blocked}), so the shopper may not have left the page. ` +
        'See "Where the redirection script runs" in https://pgw-js.github.io/pgw/security for what the policy allows.';
      const facts = { ...getPaymentFacts(payment), directive, blocked };
      emit({ level: 'warn', event: 'redirection-blocked', message, ...facts });
    }
    return { status: 204, headers: {}, body: undefined };
  };
}

/** Returns the origin of a URL, because its path may contain a token. Other sources are words, such as `eval`. */
function readSource(blockedUri: string): string {
  if (URL.canParse(blockedUri)) return new URL(blockedUri).origin;
  return blockedUri.replaceAll(/[^a-z-]/g, '').slice(0, 40);
}

/** The text is displayed after one second. By then, a working script has redirected the browser. */
const style =
  'main{max-width:30rem;margin:20vh auto 0;padding:1rem;text-align:center;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere;' +
  'animation:show 0s 1s both}@keyframes show{from{visibility:hidden}}';

export function renderRedirectPage({
  script,
  url,
  nonce,
  texts,
}: {
  /** The gateway's script, with or without its tags. */
  readonly script: string;
  /** The URL of the link that is shown if the script does not redirect the browser. */
  readonly url: string | null;
  readonly nonce: string;
  readonly texts: RedirectTexts;
}): string {
  const link = url === null ? '' : `\n<p><a href="${escapeHtml(url)}">${escapeHtml(texts.link)}</a></p>`;
  return renderDocument({
    attributes: `lang="${escapeHtml(texts.language)}" dir="${texts.direction}"`,
    title: texts.title,
    head: [`<style nonce="${nonce}">${style}</style>`],
    main: `
<h1>${escapeHtml(texts.title)}</h1>${link}
`,
    end: `<script nonce="${nonce}">${toScriptContent(script)}</script>`,
  });
}

/** Null for a card, because its bank is not known. */
function findBankOrWalletName({ settings }: Context, { bank, channel, card }: Payment): string | null {
  return card === null ? (bank?.name ?? channel?.name ?? settings.gatewayName) : null;
}

/**
 * Without `hasShopOrigin`, the directive `sandbox` gives the page an opaque origin, so that its script has no
 * access to cookies, storage and other pages of the shop. `allow-top-navigation` lets it navigate to addresses that
 * open an app.
 */
function buildPolicy({
  nonce,
  origins,
  hasShopOrigin,
  reportUrl,
}: {
  readonly nonce: string;
  /** The origins from which the script may load scripts, and to which it may send a form. */
  readonly origins: readonly string[];
  readonly hasShopOrigin: boolean;
  readonly reportUrl: string;
}): string {
  const sources = origins.join(' ');
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${sources}`,
    `style-src 'nonce-${nonce}'`,
    `form-action ${sources}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `sandbox allow-scripts allow-forms allow-top-navigation${hasShopOrigin ? ' allow-same-origin' : ''}`,
    `report-uri ${reportUrl}`,
  ].join('; ');
}

/**
 * Converts a script, with or without tags, to the content of a script element. Characters that would end the
 * element, or change where it ends, are escaped.
 */
export function toScriptContent(text: string): string {
  const code = /^\s*<script[^>]*>([\s\S]*?)<\/script\s*>\s*$/i.exec(text)?.[1] ?? text;
  const escapedCode = code.replaceAll(/<(?=\/script)/gi, '\\x3C');
  // If a script contains `<!--` and then `<script`, the next `</script>` does not end the element.
  return escapedCode.includes('<!--') ? escapedCode.replaceAll(/<(?=script)/gi, '\\x3C') : escapedCode;
}

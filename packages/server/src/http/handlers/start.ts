import { randomBytes } from 'node:crypto';
import type { StartResponse } from '@pgw/protocol';
import { escapeHtml } from '@pgw/protocol/html';
import {
  formatViolations,
  parseInput,
  parseTraceparent,
  startForm,
  startRequest,
  violationsOf,
} from '@pgw/protocol/internal';
import type * as z from '@pgw/protocol/zod';
import { traceStart } from '../../events/tracing.ts';
import { toStorefrontOrder, type PricedOrder } from '../../model/payments/order.ts';
import { findMissingField } from '../../model/payments/order-details.ts';
import { CheckoutProblem } from '../../model/problem.ts';
import { hasBanks } from '../../offers/channel-kinds.ts';
import type { Choice } from '../../offers/offers.ts';
import { start, type StartOptions } from '../../start/start.ts';
import { recordOrderPrice } from '../../sync/update-price.ts';
import {
  resolveOrder,
  type Context,
  createJsonReply,
  createRedirect,
  type Exchange,
  type Handler,
  type HttpReply,
  type HttpRequest,
} from '../route.ts';
import { createRefusal, isFromShop } from '../guards.ts';
import { readFormFields, readJson, readMediaType } from '../input/body.ts';
import { contentSecurityPolicy, createNonce, createPageReply, renderDocument } from '../pages/page.ts';
import { grantAccess, grantAccessAfterRefusal, resolveRequestedOrder } from '../payment-access.ts';
import { renderSnippet } from '../snippet/snippet.ts';
import { needsApproval, toStorefrontPayment } from '../storefront-payment.ts';
import { toStorefrontRedirect } from './redirect-page.ts';

type StartForm = z.output<typeof startForm>;

/** POST /payments: responds with the redirection, or with a key for the card. */
export function createStartHandler(context: Context): Handler {
  const { settings, offers, cards } = context;
  return async (exchange) => {
    const body = await readJson(exchange.request, startRequest);
    const order = await resolveRequestedOrder(context, exchange, body.order);
    await requireShownTotal(context, order, body);
    const { attempt, channelId, bankId, cardAt } = body;
    const isChosenHere = settings.mode === 'choose';
    if (isChosenHere && channelId === undefined)
      throw new CheckoutProblem('channel-unavailable', 'A channel must be chosen: channelId is missing.');
    const choice =
      isChosenHere && channelId !== undefined
        ? await offers.validateChoice(order, { channelId, bankId, cardAt })
        : undefined;
    const { payment, redirect } = await startForVisitor(context, exchange, { order, choice, attempt });
    const { card } = payment;
    const key = card?.state === 'awaited' ? await cards?.keys.issue({ ...payment, card }) : undefined;
    const response: StartResponse = {
      payment: toStorefrontPayment(payment, context),
      redirect: key === undefined ? toStorefrontRedirect(context, payment, redirect) : { type: 'card', key },
    };
    return createJsonReply(response, {}, 201);
  };
}

/**
 * POST /start: starts a payment from a plain form, for browsers without scripts. First displays a page with the
 * banks if the channel needs one.
 */
export function createStartFormHandler(context: Context): Handler {
  const { settings, offers } = context;
  const { tokens } = context.paymentContext;
  const hasToken = ({ order, token = '' }: StartForm) => tokens.isValidForm('order', order, token);
  return async (exchange) => {
    const { request } = exchange;
    const form = await readForm(request);
    if (!(isFromShop(request, settings.addresses.origin) ?? hasToken(form))) throw createRefusal();
    const order = await resolveRequestedOrder(context, exchange, form.order);
    await requireShownTotal(context, order, form);
    const channelId = settings.mode === 'choose' ? form.channel : undefined;
    if (channelId !== undefined && form.bank === undefined) {
      const channels = await offers.listChannels(order);
      if (channels.some((one) => one.id === channelId && hasBanks(one) && one.limit === null))
        return settings.getBankPageUrl === undefined
          ? createBankPage(context, exchange.request, { order, channelId, lang: form.lang })
          : createRedirect(settings.getBankPageUrl(order.id, channelId, {}));
    }
    // A card is entered on the gateway's page, because encryption here needs a script.
    const choice =
      channelId === undefined
        ? undefined
        : await offers.validateChoice(order, { channelId, bankId: form.bank, cardAt: 'gateway' });
    // A key of a browser has no colon, so it is never a key of a form.
    const attempt = `form:${randomBytes(12).toString('hex')}`;
    const { redirect } = await startForVisitor(context, exchange, { order, choice, attempt });
    if (redirect.url !== null) return createRedirect(redirect.url);
    throw new CheckoutProblem(
      'payment-refused',
      'The gateway requires a script for the redirect. Enable scripts and pay in the checkout.',
    );
  };
}

async function readForm(request: HttpRequest): Promise<StartForm> {
  if (readMediaType(request) !== 'application/x-www-form-urlencoded')
    throw new CheckoutProblem(
      'invalid-request',
      'The body must be a form (application/x-www-form-urlencoded).',
    );
  const result = parseInput(startForm, Object.fromEntries(await readFormFields(request)));
  if (result.success) return result.data;
  throw new CheckoutProblem('invalid-request', `The form: ${formatViolations(violationsOf(result.error))}.`);
}

/** Creates a page that lists the banks of a channel, for browsers without scripts. */
async function createBankPage(
  context: Context,
  { native }: HttpRequest,
  options: { readonly order: PricedOrder; readonly channelId: number; readonly lang: string | undefined },
): Promise<HttpReply> {
  const { order, channelId, lang = 'en' } = options;
  const { merchant, logoOrigins, redirectOrigins } = context.settings;
  const nonce = createNonce();
  const snippet = { order: order.id, req: native, nonce, lang, channel: channelId };
  const { head, body } = await renderSnippet(context, snippet);
  const style = `<style nonce="${nonce}">main{max-width:40rem;margin-inline:auto}</style>`;
  const attributes = `lang="${escapeHtml(lang)}"`;
  const page = renderDocument({ attributes, title: merchant, head: [style, head], main: body });
  // With `no-referrer`, a browser sends the form of this page with the origin `null`. A request with this
  // origin and without Sec-Fetch-Site needs the token of the form.
  const headers = { 'Referrer-Policy': 'same-origin' };
  return createPageReply(page, contentSecurityPolicy({ nonce, logoOrigins, redirectOrigins }), { headers });
}

/**
 * Throws `total-changed` if the displayed total is not the price, and stores the price. The displayed total is
 * never used as the price.
 */
async function requireShownTotal(
  context: Context,
  order: PricedOrder,
  shown: Pick<StartForm, 'shownAmount' | 'shownCurrencyCode'>,
): Promise<void> {
  const { shownAmount = order.amount, shownCurrencyCode = order.currencyCode } = shown;
  if (order.amount === shownAmount && order.currencyCode === shownCurrencyCode.toUpperCase()) return;
  await recordOrderPrice(context.paymentContext, order);
  const detail = 'The total is not the one that was shown. Nothing was charged.';
  throw new CheckoutProblem('total-changed', detail, {
    order: toStorefrontOrder(order, context.settings),
  });
}

/** Refuses a channel that requires details which the order does not have. */
function requireDetails({ settings }: Context, order: PricedOrder, { channel }: Choice): void {
  const { requires = [] } = settings.channels.details.get(channel.id) ?? {};
  const field = findMissingField(order.details, requires);
  if (field === undefined) return;
  const omitted = order.details.omitted.find((one) => one.field === field);
  const problem = omitted === undefined ? 'resolveOrder has not returned it' : `it ${omitted.rule}`;
  const detail = `${channel.name ?? channel.id} requires ${field} of the order.`;
  const message = `${detail} The start was refused: ${problem}.`;
  const facts = { orderId: order.id, channelId: channel.id, field };
  settings.emit({ level: 'error', event: 'order-field-missing', message, ...facts });
  throw new CheckoutProblem('channel-unavailable', `${detail} Choose another channel.`);
}

/**
 * Starts a payment that the visitor may then see. After a refusal because of another payment of the order, they may
 * see that one.
 */
async function startForVisitor(
  context: Context,
  exchange: Exchange,
  { order, ...options }: Pick<StartOptions, 'order' | 'choice' | 'attempt'>,
): ReturnType<typeof start> {
  const { paymentContext, settings } = context;
  const { request } = exchange;
  if (options.choice !== undefined) requireDetails(context, order, options.choice);
  const { id, amount: shownAmount, currencyCode: shownCurrencyCode } = order;
  // A session with another price may have been loaded before the payment was stored.
  const confirmPrice = async (): Promise<void> => {
    const currentOrder = await resolveOrder(context, id, request.native);
    await requireShownTotal(context, { ...currentOrder, id }, { shownAmount, shownCurrencyCode });
  };
  const traceparent = context.readTraceparent(request.native);
  const channelId = options.choice?.channel.id ?? null;
  const startedPayment = await traceStart(
    () => ({ orderId: id, channelId, reference: null, traceparent }),
    async (trace) => {
      const started = await grantAccessAfterRefusal(context, { exchange, orderId: id }, () =>
        start(paymentContext, {
          ...options,
          order,
          needsApproval: (payment) => needsApproval(payment, context),
          confirmPrice,
          callbackUrl: settings.callbackUrl,
          traceparent: trace === undefined ? traceparent : parseTraceparent(trace.traceparent),
          ipAddress: request.clientAddress,
          userAgent: request.header('user-agent'),
        }),
      );
      if (trace !== undefined) trace.reference = started.payment.reference;
      return started;
    },
  );
  grantAccess(context, exchange, startedPayment.payment);
  return startedPayment;
}

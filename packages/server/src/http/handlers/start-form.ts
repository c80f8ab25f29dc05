import { randomBytes } from 'node:crypto';
import type { Money } from '@pgw/protocol';
import { formatViolations, parseInput, startForm, violationsOf } from '@pgw/protocol/internal';
import type * as z from '@pgw/protocol/zod';
import { hasBanks } from '../../offers/channel-kinds.ts';
import type { Choice } from '../../offers/offers.ts';
import type { PricedOrder } from '../../model/payments/order.ts';
import { CheckoutProblem } from '../../model/problem.ts';
import { createBankPage } from './bank-page.ts';
import { resolveOrder, type Context } from '../context.ts';
import { readFormFields } from '../input/form-fields.ts';
import { requireShownTotal, startForVisitor } from '../start-of-visitor.ts';
import { readMediaType } from '../input/negotiation.ts';
import { createRedirect } from '../reply.ts';
import type { HttpRequest } from '../request.ts';
import type { Handler } from '../route.ts';

type Form = z.output<typeof startForm>;

/**
 * POST /start: starts a payment from a plain form, for browsers without scripts. First displays a page with the
 * banks if the channel needs one.
 */
export function createStartFormHandler(context: Context): Handler {
  return async (exchange) => {
    const { request } = exchange;
    requireFormType(request);
    const form = await readForm(request);
    const { settings } = context;
    const order = await resolveOrder(context, form.order, request.native);
    const { shownAmount = order.amount, shownCurrencyCode = order.currencyCode } = form;
    await requireShownTotal(context, order, { amount: shownAmount, currencyCode: shownCurrencyCode });
    const channelId = settings.mode === 'choose' ? form.channel : undefined;
    if (channelId !== undefined && form.bank === undefined && (await needsBank(context, order, channelId))) {
      const { getBankPageUrl } = settings;
      if (getBankPageUrl !== undefined) return createRedirect(getBankPageUrl(order.id, channelId));
      return createBankPage(context, { native: request.native, order, channelId, lang: form.lang });
    }
    const choice =
      channelId === undefined ? undefined : await validateChoice(context, order, channelId, form.bank);
    // A key of a browser has no colon, so it is never a key of a form.
    const attempt = `form:${randomBytes(12).toString('hex')}`;
    const { redirect } = await startForVisitor(context, exchange, { order, choice, attempt });
    if (redirect.url === null) {
      throw new CheckoutProblem(
        'payment-refused',
        'The gateway requires a script for the redirect. Enable scripts and pay in the checkout.',
      );
    }
    return createRedirect(redirect.url);
  };
}

async function readForm(request: HttpRequest): Promise<Form> {
  const fields = await readFormFields(request);
  const result = parseInput(startForm, Object.fromEntries(fields));
  if (result.success) return result.data;
  throw new CheckoutProblem('invalid-request', `The form: ${formatViolations(violationsOf(result.error))}.`);
}

async function needsBank({ offers }: Context, money: Money, channelId: number): Promise<boolean> {
  const channels = await offers.listChannels(money);
  return channels.some((one) => one.id === channelId && hasBanks(one) && one.limit === null);
}

/** A card is entered on the gateway's page, because encryption here needs a script. */
function validateChoice(
  { offers }: Context,
  order: PricedOrder,
  channelId: number,
  bankId: string | undefined,
): Promise<Choice> {
  return offers.validateChoice(order, { channelId, bankId, cardAt: 'gateway' });
}

function requireFormType(request: HttpRequest): void {
  if (readMediaType(request) !== 'application/x-www-form-urlencoded') {
    throw new CheckoutProblem(
      'invalid-request',
      'The body must be a form (application/x-www-form-urlencoded).',
    );
  }
}

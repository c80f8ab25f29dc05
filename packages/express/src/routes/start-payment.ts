import {
  listViolations,
  startRequest,
  violationsOf,
  type StartAnswer,
  type StartRequest,
} from '@pgw/protocol';
import type { Request, Response } from 'express';
import type { Choice } from '../payments/offers.ts';
import type { PricedOrder } from '../payments/order.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { start } from '../payments/start.ts';
import { paymentView } from '../payments/view.ts';
import { priced, shown, type Context } from './context.ts';
import { readRawBody } from './raw-body.ts';
import { senderOf } from './sender.ts';

/** POST /payments: the shop prices the order, the gateway is asked, the browser is told how to leave. */
export function startPayment(context: Context) {
  return async (req: Request, res: Response): Promise<void> => {
    const wish = await readWish(req);
    const order = await priced(context, wish.order, req);
    if (order.amount !== wish.shownAmount || order.currencyCode !== wish.shownCurrencyCode.toUpperCase()) {
      const detail = 'The total is not the one that was shown. Nothing was started.';
      throw new CheckoutProblem('total-changed', detail, { order: shown(context, order) });
    }
    const { engine, settings, view } = context;
    const { payment, redirect } = await start(engine, {
      order,
      choice: await choiceOf(context, order, wish),
      attempt: wish.attempt,
      callbackUrl: settings.callbackUrl,
      ...senderOf(context, req),
    });
    const answer: StartAnswer = { payment: paymentView(payment, view), redirect };
    res.status(201).json(answer);
  };
}

async function readWish(req: Request): Promise<StartRequest> {
  // Another site's form cannot send this type without asking first (CORS), so it cannot start payments.
  if (!req.is('application/json')) {
    throw new CheckoutProblem(
      'invalid-request',
      'The body must be JSON, with Content-Type: application/json.',
    );
  }
  const parsed = startRequest.safeParse(parseJson(await readRawBody(req)));
  if (!parsed.success) {
    throw new CheckoutProblem('invalid-request', `The body: ${listViolations(violationsOf(parsed.error))}.`);
  }
  return parsed.data;
}

async function choiceOf(
  { settings, offers }: Context,
  order: PricedOrder,
  wish: StartRequest,
): Promise<Choice | undefined> {
  if (settings.mode === 'hosted') return undefined;
  if (wish.channelId === undefined) {
    throw new CheckoutProblem('channel-unavailable', 'A channel must be chosen: channelId is missing.');
  }
  return offers.choose(order, wish.channelId, wish.bankId);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new CheckoutProblem('invalid-request', 'The body is not JSON.');
  }
}

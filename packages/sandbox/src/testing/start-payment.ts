import { PgwError, type StorefrontChannel, type StorefrontSession } from '@pgw/protocol';
import {
  joinUrl,
  parseInput,
  startResponse,
  storefrontBanks,
  storefrontProblem,
  storefrontSession,
} from '@pgw/protocol/internal';
import { randomUUID } from 'node:crypto';
import * as z from '@pgw/protocol/zod';
import { parseArgument } from './parse-argument.ts';

/** The order to pay, and how. */
export interface StartOptions {
  /** The URL at which the shop has mounted the checkout, such as `http://127.0.0.1:3000/pgw`. */
  readonly checkout: string;
  /** The shop's id of the order. */
  readonly order: string;
  /** The name or the id of the channel. Default: the first channel that needs no bank and no card. */
  readonly channel?: string | number | undefined;
  /** The id of the bank, for a channel with banks. Default: the first available bank. */
  readonly bank?: string | undefined;
  /** Headers of the requests to the shop, such as the cookie of a visitor. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A payment that the shop has requested from the gateway. */
export interface StartedPayment {
  /** The reference of the payment. */
  readonly reference: string;
  /** The gateway's number of the payment. */
  readonly transactionNumber: string;
  /** The page to which the browser is redirected. Null when the shopper enters a card in the shop. */
  readonly redirectUrl: string | null;
}

const startOptions = z.strictObject({
  checkout: z.url('must be the URL of the checkout, such as http://127.0.0.1:3000/pgw'),
  order: z.string('must be the id of an order').min(1, 'must not be empty'),
  channel: z.union([z.string(), z.number()], 'must be the name or the id of a channel').optional(),
  bank: z.string('must be the id of a bank').optional(),
  headers: z.record(z.string(), z.string(), 'must be an object of texts').default({}),
});
type Options = z.output<typeof startOptions>;

/** Starts a payment with the requests that the element sends: it reads the order, chooses a channel, and presses Pay. */
export async function startPayment(given: StartOptions): Promise<StartedPayment> {
  const options = parseArgument(startOptions, given, 'startPayment');
  const session = await send(
    options,
    storefrontSession(),
    `/session?order=${encodeURIComponent(options.order)}`,
  );
  const channel = session.mode === 'choose' ? chooseChannel(session, options) : undefined;
  const bank = channel === undefined ? undefined : await chooseBank(channel, options);
  const { payment, redirect } = await send(options, startResponse(), '/payments', {
    order: options.order,
    channelId: channel?.id,
    bankId: bank,
    shownAmount: session.order.amount,
    shownCurrencyCode: session.order.currencyCode,
    attempt: randomUUID(),
  });
  const { reference, transactionNumber } = payment;
  if (transactionNumber === null)
    throw new PgwError('outcome-unknown', `The payment ${reference} has no transaction number.`);
  const redirectUrl =
    redirect.type === 'url' ? new URL(redirect.url, new URL(options.checkout).origin).href : null;
  return { reference, transactionNumber, redirectUrl };
}

function chooseChannel({ channels }: StorefrontSession, { channel: wanted }: Options): StorefrontChannel {
  const channel =
    wanted === undefined
      ? channels.find(({ kind, limit }) => kind === 'direct' && limit === null)
      : channels.find(({ id, name }) => id === wanted || name === wanted);
  if (channel !== undefined) return channel;
  const names = channels.map(({ id, name }) => `${name} (${id})`).join(', ');
  const missing = wanted === undefined ? 'a channel without a bank and a card' : `the channel ${wanted}`;
  throw new PgwError('invalid-request', `The checkout does not offer ${missing}. It offers ${names}.`);
}

async function chooseBank({ id, kind }: StorefrontChannel, options: Options): Promise<string | undefined> {
  if (options.bank !== undefined || kind === 'direct' || kind === 'card') return options.bank;
  const { banks } = await send(
    options,
    storefrontBanks(),
    `/channels/${id}/banks?order=${encodeURIComponent(options.order)}`,
  );
  return banks.find(({ status }) => status === 'available')?.id;
}

/** Sends a request to the checkout, as JSON if it has a body, and parses the response. */
async function send<Schema extends z.ZodType>(
  { checkout, headers }: Options,
  schema: Schema,
  path: string,
  body?: object,
): Promise<z.output<Schema>> {
  const url = joinUrl(checkout, path);
  const response = await fetch(
    url,
    body === undefined
      ? { headers, redirect: 'manual' }
      : {
          method: 'POST',
          redirect: 'manual',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
  );
  const content: unknown = await response.json().catch(() => undefined);
  const result = parseInput(schema, content);
  if (response.ok && result.success) return result.data;
  const problem = parseInput(storefrontProblem(), content);
  const reason = problem.success
    ? `${problem.data.code}: ${problem.data.detail}`
    : 'the response is not of a checkout. Is the URL the one at which the checkout is mounted?';
  throw new PgwError('invalid-request', `${url} responded with HTTP ${response.status}, ${reason}`);
}

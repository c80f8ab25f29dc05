import { defaultProfile, sign } from '@pgw/protocol';
import {
  joinUrl,
  parseInput,
  startResponse,
  storefrontProblem,
  storefrontSession,
} from '@pgw/protocol/internal';
import type { Context } from '../context.ts';
import { toCallbackUrl } from '../doctor/app.ts';
import { createUsageError } from '../failures.ts';
import { asDescribed, differs, judgeFault, notChecked, type Check, type CheckResult } from './check.ts';
import { createGatewayUnderTest } from './gateway-under-test.ts';

/** The checks that another merchant sees and changes nothing of this one. */
export interface Separation {
  readonly checks: readonly Check[];
  close(): Promise<void>;
}

interface Options {
  readonly isFull: boolean;
  readonly otherAccount?: string | undefined;
  readonly app?: string | undefined;
  readonly otherApp?: string | undefined;
  readonly order?: string | undefined;
}

/** A payment that the shop has started for this account, and where it was started. */
interface Shop {
  readonly app: string;
  readonly otherApp: string;
  readonly order: string;
  readonly account: string;
  readonly otherAccount: string;
  readonly secret: string;
  readonly otherSecret: string;
  readonly signal: AbortSignal;
}

/**
 * Reads the options about another account. Undefined without them.
 *
 * @throws PgwError `invalid-configuration` if one is missing or is no address, or if both accounts are one merchant.
 */
export function readSeparation(context: Context, options: Options): Separation | undefined {
  const { isFull, otherAccount, app, otherApp, order } = options;
  if (otherAccount === undefined) {
    if ((app ?? otherApp ?? order) === undefined) return undefined;
    throw createUsageError('--app, --other-app and --order need --other-account.');
  }
  const { account, configuration, terminal } = context;
  if (!isFull || account === undefined)
    throw createUsageError('--other-account needs --full and --account. Nothing was sent.');
  const other = context.readAccount(otherAccount);
  if (other.merchantId === configuration.merchantId)
    throw createUsageError(`The accounts ${account} and ${otherAccount} are one merchant. Nothing was sent.`);
  const ofShop = [app, otherApp, order];
  if (ofShop.includes(undefined) && ofShop.some((option) => option !== undefined))
    throw createUsageError('--app, --other-app and --order need each other. Nothing was sent.');
  for (const address of [app, otherApp])
    if (address !== undefined && !(/^https?:/i.test(address) && URL.canParse(address)))
      throw createUsageError('--app and --other-app must be addresses, such as https://shop.example/pgw.');
  const otherSecret = other.requireSecretKey();
  const { signal } = terminal;
  const gateway = createGatewayUnderTest({
    clientOptions: other.requireClientOptions(),
    secret: otherSecret,
    signal,
  });
  const secret = configuration.requireSecretKey();
  const shop =
    app === undefined || otherApp === undefined || order === undefined
      ? undefined
      : { app, otherApp, order, account, otherAccount, secret, otherSecret, signal };
  return {
    checks: [...createGatewayChecks(gateway), ...(shop === undefined ? [] : createShopChecks(shop))],
    close: () => gateway.close(),
  };
}

function createGatewayChecks(other: ReturnType<typeof createGatewayUnderTest>): Check[] {
  return [
    {
      id: 'query-of-other-account',
      sentence:
        'The payment of this merchant is unknown to the other one: its query is refused with code 2010.',
      async run(_gateway, { payment }) {
        if (payment === undefined) return notChecked('no payment was created');
        const { transactionNumber } = payment;
        return judgeFault(await other.call('queryPayment', { transactionNumber }), [2010]);
      },
    },
    {
      id: 'refund-by-other-account',
      sentence: 'The other merchant cannot refund the payment of this one: code 2010.',
      async run(_gateway, { payment }) {
        if (payment === undefined) return notChecked('no payment was created');
        const { transactionNumber } = payment;
        const reason = 'Test of the gateway';
        return judgeFault(await other.call('refundPayment', { transactionNumber, reason }), [2010]);
      },
    },
  ];
}

/** The callback that would report the started payment as paid. */
type CallbackBody = Readonly<Record<'referenceCode' | 'transactionNumber' | 'currencyCode', string>> &
  Readonly<Record<'amount' | 'channelId' | 'status', number>>;

interface ShopAnswer {
  readonly status: number;
  readonly json: unknown;
  /** The code of a problem. */
  readonly code: string | undefined;
}

/** A check of requests that the shop must refuse with one of the codes, or with an HTML page of an error (`page`). */
interface Refused extends Pick<Check, 'id' | 'sentence'> {
  readonly find: () => CallbackBody | undefined;
  readonly send: (payment: CallbackBody) => Promise<readonly (readonly [what: string, answer: ShopAnswer])[]>;
  readonly codes: readonly string[];
}

function createRefusalCheck({ id, sentence, find, send, codes }: Refused): Check {
  return {
    id,
    sentence,
    async run() {
      const payment = find();
      if (payment === undefined) return notChecked('the shop has started no payment');
      const answers = await send(payment);
      const accepted = answers.find(
        ([, { status, code = 'page' }]) => !(status >= 400 && codes.includes(code)),
      );
      if (accepted !== undefined) return differs(`${accepted[0]}: ${describe(accepted[1])}`);
      return asDescribed(answers.map(([what, answer]) => `${what}: ${describe(answer)}`).join('; '));
    },
  };
}

function createShopChecks(shop: Shop): Check[] {
  let started: CallbackBody | undefined;
  const { app, otherApp, account, otherAccount, secret, otherSecret } = shop;
  const createCheck = (id: string, sentence: string, send: Refused['send'], codes: Refused['codes']): Check =>
    createRefusalCheck({ id, sentence, send, codes, find: () => started });
  return [
    {
      id: 'shop-order',
      sentence: 'The shop starts a payment of the order for this account.',
      async run() {
        const result = await startPayment(shop);
        if (!('referenceCode' in result)) return result;
        started = result;
        return asDescribed(`the reference ${result.referenceCode}`);
      },
    },
    createCheck(
      'shop-order-of-other-account',
      'The other account does not find the payment.',
      async ({ referenceCode }) => [
        ['payment', await request(shop, joinUrl(otherApp, `/payments/${encodeURIComponent(referenceCode)}`))],
      ],
      ['unknown-payment'],
    ),
    createCheck(
      'shop-return-to-other-account',
      'A browser that returns to the other account gets no page of the payment.',
      async ({ referenceCode, transactionNumber }) => {
        const names = defaultProfile.returnParameters;
        const parameters = new URLSearchParams({
          [names.referenceCode]: referenceCode,
          [names.transactionNumber]: transactionNumber,
        });
        return [['return', await request(shop, joinUrl(otherApp, `/return?${parameters.toString()}`))]];
      },
      ['page'],
    ),
    createCheck(
      'shop-callback-of-other-account',
      'A callback about the payment is refused if the other account has signed it, and at its address.',
      async (payment) => {
        const [ownUrl, otherUrl] = [toCallbackUrl(app, account), toCallbackUrl(otherApp, otherAccount)];
        return [
          ['other secret', await sendCallback(shop, payment, { url: ownUrl, key: otherSecret })],
          ['other address', await sendCallback(shop, payment, { url: otherUrl, key: secret })],
        ];
      },
      ['invalid-signature', 'unknown-payment'],
    ),
  ];
}

function describe({ status, code }: ShopAnswer): string {
  return `HTTP ${status}${code === undefined ? '' : `, ${code}`}`;
}

/** Sends a request to the shop. Follows no redirect. */
async function request({ signal }: Shop, url: string, init: RequestInit = {}): Promise<ShopAnswer> {
  const response = await fetch(url, { redirect: 'manual', signal, ...init });
  const json: unknown = await response.json().catch(() => undefined);
  const problem = parseInput(storefrontProblem(), json);
  return { status: response.status, json, code: problem.success ? problem.data.code : undefined };
}

/** Sends a callback, signed for its address with a key of a merchant. */
function sendCallback(
  shop: Shop,
  body: CallbackBody,
  { url, key }: { readonly url: string; readonly key: string },
): Promise<ShopAnswer> {
  const init = post(body);
  const headers = { ...init.headers, [defaultProfile.headers.signature]: sign(url, body, key) };
  return request(shop, url, { ...init, headers });
}

function post(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Starts a payment of the order in a channel without a bank and a card. Returns the callback that would report it as paid. */
async function startPayment(shop: Shop): Promise<CallbackBody | CheckResult> {
  const { app, order } = shop;
  const answer = await request(shop, joinUrl(app, `/session?order=${encodeURIComponent(order)}`));
  const session = parseInput(storefrontSession(), answer.json);
  if (!session.success) return differs(`session: ${describe(answer)}`);
  const { channels, order: shown } = session.data;
  const channel = channels.find(({ kind, limit }) => kind === 'direct' && limit === null);
  if (channel === undefined) return notChecked('no channel without a bank and a card is offered');
  const body = {
    order,
    channelId: channel.id,
    shownAmount: shown.amount,
    shownCurrencyCode: shown.currencyCode,
    attempt: crypto.randomUUID(),
  };
  const start = await request(shop, joinUrl(app, '/payments'), post(body));
  const result = parseInput(startResponse(), start.json);
  if (!result.success) return differs(`start: ${describe(start)}`);
  const { reference: referenceCode, transactionNumber } = result.data.payment;
  const { amount, currencyCode } = shown;
  return {
    amount,
    channelId: channel.id,
    currencyCode,
    referenceCode,
    status: 1,
    transactionNumber: transactionNumber ?? '',
  };
}

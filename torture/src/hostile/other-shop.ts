import { defaultProfile } from '@pgw/protocol';
import { hmac, signatureMessageOfText } from '@pgw/protocol/internal';
import type { CheckoutEvent } from '@pgw/express';
import { createSandbox, defaultTenant, type Sandbox } from '@pgw/sandbox';
import { z } from 'zod';
import { Violations, type Report, type RunOptions, type TortureCommand } from '../torture-command.ts';
import { createRandom, type Random } from '../random.ts';
import { openSandboxShop, postJson, type SandboxShop } from './sandbox-shop.ts';
import { createStartBody } from './target.ts';

export const otherShop: TortureCommand = {
  sentence:
    'Callbacks, returns and transactions of another shop of the merchant fulfill no order, block none and cannot be adopted for one.',
  flags: ['payments'],
  run,
};

const walletChannelId = 5;
/** The marks of the other shops. The attacked shop knows the first one. The last shop has no mark. */
const otherMarks = ['SB', 'SC', undefined] as const;
const knownMark = otherMarks[0];
const startedSchema = z.object({ payment: z.object({ reference: z.string() }) });

/** A payment of another shop. */
interface OtherPayment {
  readonly reference: string;
  readonly transactionNumber: string;
  /** The id of the order, which both shops have. */
  readonly order: string;
  /** Whether the attacked shop knows the mark of the other shop. */
  readonly isKnown: boolean;
}

/** The attacked shop, and what its events and orders show. */
interface Context {
  readonly shop: SandboxShop;
  readonly sandbox: Sandbox;
  readonly random: Random;
  readonly violations: Violations;
  /** The alarms of the attacked shop, without those about callbacks that were signed for another URL. */
  readonly alarms: CheckoutEvent[];
  /** The number of callbacks that were sent. */
  callbacks: number;
}

async function run({ seed, size, log }: RunOptions): Promise<Report> {
  const payments = size('payments', { long: 500, short: 5 });
  const violations = new Violations();
  const fulfilled: string[] = [];
  const alarms: CheckoutEvent[] = [];
  // Callbacks of the sandbox go to the shop of the payment. The run sends them to the attacked shop too.
  const sandbox = await createSandbox({ port: 0 });
  const otherShops = await Promise.all(
    otherMarks.map((own) =>
      openSandboxShop({ sandboxUrl: sandbox.url, ...(own !== undefined && { referenceMarks: { own } }) }),
    ),
  );
  const shop = await openSandboxShop({
    sandboxUrl: sandbox.url,
    referenceMarks: { own: 'SA', otherShops: [knownMark] },
    resolveUnknownPayment: ({ matches }) => ['A1', 'A2'].find(matches),
    onPaid: ({ reference }) => void fulfilled.push(reference),
    onEvent: (event) => {
      if (event.level !== 'info' && event.event !== 'callback-rejected') alarms.push(event);
    },
  });
  const context = { shop, sandbox, violations, alarms, random: createRandom(seed), callbacks: 0 };
  try {
    for (let n = 1; n <= payments; n += 1) {
      const order = `A${n}`;
      for (const [index, other] of otherShops.entries()) {
        const payment = await pay(sandbox, other, order);
        await attack(context, { ...payment, order, isKnown: otherMarks[index] === knownMark });
      }
      const start = await postJson(`${shop.url}/pgw/payments`, createStartBody(order, walletChannelId));
      if (start.status !== 201)
        violations.add('an order is blocked', `${order}: ${JSON.stringify(start.body)}`);
    }
    if (fulfilled.length > 0) violations.add('an order was fulfilled', fulfilled.join(', '));
    log(`${payments * otherShops.length} payments of other shops were sent to this one.`);
    return {
      figures: {
        'payments of other shops': payments * otherShops.length,
        'callbacks that were sent': context.callbacks,
        'alarms about transactions without a known mark': alarms.length,
      },
      failures: violations.sentences(),
    };
  } finally {
    for (const { close } of [shop, ...otherShops]) await close();
    await sandbox.close();
  }
}

/** Pays an order of another shop. */
async function pay(
  sandbox: Sandbox,
  shop: SandboxShop,
  order: string,
): Promise<Pick<OtherPayment, 'reference' | 'transactionNumber'>> {
  const response = await postJson(`${shop.url}/pgw/payments`, createStartBody(order, walletChannelId));
  const { reference } = startedSchema.parse(response.body).payment;
  const transactionNumber = (await shop.checkout.payments.get(reference))?.transactionNumber ?? '';
  sandbox.decide(transactionNumber, 'approve');
  return { reference, transactionNumber };
}

/** Sends the genuine callbacks and the return of the other shop, and adopts its transaction. */
async function attack(context: Context, payment: OtherPayment): Promise<void> {
  const alarmsBefore = context.alarms.length;
  await sendReturn(context, payment);
  await sendCallbacks(context, payment);
  await adoptTransaction(context, payment);
  await requireUnknown(context, payment, { hasAlarm: context.alarms.length > alarmsBefore });
}

/** The shopper of the other shop opens the return page of the attacked shop. */
async function sendReturn(
  { shop, random, violations }: Context,
  { reference, transactionNumber, isKnown }: OtherPayment,
): Promise<void> {
  const changed = random.pick([reference, reference.toLowerCase(), ` ${reference}`]);
  const parameters = new URLSearchParams({ ReferenceCode: changed, TransactionNumber: transactionNumber });
  const { status } = await fetch(`${shop.url}/pgw/return?${parameters}`, { redirect: 'manual' });
  // 429: all visitors together have used their queries about unknown transactions in this second.
  const expected = isKnown ? [404] : [200, 429];
  if (!expected.includes(status)) violations.add(`a return with status ${status}`, reference);
}

/** Sends each callback twice: signed for the URL of the other shop, and for this shop. */
async function sendCallbacks(
  context: Context,
  { reference, transactionNumber, isKnown }: OtherPayment,
): Promise<void> {
  const { shop, sandbox, violations } = context;
  const callbacks = sandbox.listCallbacks(transactionNumber);
  if (callbacks.length === 0) violations.add('the gateway has no callback', reference);
  for (const { body, url } of callbacks) {
    const ownUrl = `${shop.url}/pgw/callback`;
    if (url === ownUrl) violations.add('the callback is for this shop', reference);
    for (const signedUrl of [url, ownUrl]) {
      const signature = hmac(signatureMessageOfText(signedUrl, body), defaultTenant.secretKey);
      const headers = { [defaultProfile.headers.signature]: signature };
      const { status } = await postJson(ownUrl, body, headers);
      context.callbacks += 1;
      // 503 makes the gateway repeat the callback, until an operator has decided about the transaction.
      const expected = signedUrl === ownUrl && !isKnown ? 503 : 404;
      if (status !== expected) violations.add(`a callback with status ${status}`, reference);
    }
  }
}

/** Adopts the transaction: with a known mark for any order, otherwise only for another order than its own. */
async function adoptTransaction(
  { shop, violations }: Context,
  { reference, transactionNumber, order, isKnown }: OtherPayment,
): Promise<void> {
  const refused = isKnown ? [undefined, order] : [`${order}0`];
  for (const orderId of refused) {
    const adopted = await shop.checkout.operator.unknownTransactions
      .adopt(transactionNumber, orderId === undefined ? {} : { orderId })
      .catch(() => undefined);
    if (adopted !== undefined) violations.add('a transaction of another shop was adopted', reference);
  }
}

/** Only a transaction without a known mark is listed and raises an alarm. */
async function requireUnknown(
  { shop, violations }: Context,
  { reference, transactionNumber, isKnown }: OtherPayment,
  { hasAlarm }: { readonly hasAlarm: boolean },
): Promise<void> {
  const newest = await shop.checkout.operator.unknownTransactions.list({ limit: 3 });
  const isListed = newest.some((transaction) => transaction.transactionNumber === transactionNumber);
  if (isKnown && isListed) violations.add('a transaction with a known mark is listed', reference);
  if (isKnown && hasAlarm) violations.add('a transaction with a known mark raises an alarm', reference);
  if (!isKnown && !isListed) violations.add('a transaction without a known mark is not listed', reference);
  if (!isKnown && !hasAlarm) violations.add('a transaction without a known mark raises no alarm', reference);
}

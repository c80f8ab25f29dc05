import { type JsonValue } from '@pgw/protocol';
import { hmac, signatureMessageOfText } from '@pgw/protocol/internal';
import { Agent } from 'undici';
import { Violations, type TortureCommand, type Report, type RunOptions } from '../../torture-command.ts';
import { merchant, openGateway } from '../../gateway/gateway.ts';
import { createRandom, type Random } from '../../random.ts';
import { post, startPayment } from './forge.ts';
import type { CallbackData, SentCallback } from './forged-callbacks.ts';
import { runInParallel } from '../../parallel.ts';
import { callbackUrl, openTarget } from '../target.ts';

export const mutate: TortureCommand = {
  sentence: 'A callback with a valid signature fulfills nothing when it differs from the gateway’s record.',
  flags: ['callbacks'],
  run,
};

async function run({ seed, size }: RunOptions): Promise<Report> {
  const callbacks = size('callbacks', { long: 10_000, short: 300 });
  const random = createRandom(seed);
  const gateway = await openGateway();
  const target = await openTarget(gateway.url);
  const violations = new Violations();
  const agent = new Agent({ connections: 8 });
  const statuses = new Map<number, number>();
  try {
    const payments = await Promise.all(
      Array.from({ length: 50 }, (_, index) => startPayment(target, `A${index}`)),
    );
    await runInParallel({ count: callbacks, concurrency: 8 }, async () => {
      const sent = createChangedCallback(random.pick(payments), random);
      const status = await post(target.url, sent, agent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // 503 makes the gateway repeat a signed callback of a payment that the store does not have.
      if (status >= 500 && status !== 503) violations.add(`status ${status}`, sent.body.slice(0, 200));
    });
    for (const { referenceCode } of payments) await target.checkout.payments.sync(referenceCode);
    for (const { referenceCode } of payments) {
      const payment = await target.checkout.payments.get(referenceCode);
      if (payment?.state !== 'open')
        violations.add('a callback changed the state of a payment', `${referenceCode} ${payment?.state}`);
    }
    if (target.fulfilled.length > 0) violations.add('a payment was fulfilled', target.fulfilled.join(', '));
    await checkPaidIsFulfilled({ target, gateway, agent, payment: payments[0], violations });
    // The check above has fulfilled one payment, which was paid.
    const fulfilledWhenPaid = 1;
    const responses = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    return {
      figures: {
        'changed callbacks with a valid signature': callbacks,
        responses,
        'payments fulfilled by changed callbacks': target.fulfilled.length - fulfilledWhenPaid,
        'payments fulfilled after they were paid': fulfilledWhenPaid,
      },
      failures: violations.sentences(),
    };
  } finally {
    await agent.close();
    await target.close();
    await gateway.close();
  }
}

interface PaidCheckOptions {
  readonly target: Awaited<ReturnType<typeof openTarget>>;
  readonly gateway: Awaited<ReturnType<typeof openGateway>>;
  readonly agent: Agent;
  readonly payment: CallbackData | undefined;
  readonly violations: Violations;
}

/**
 * Checks that the payment is fulfilled after it is paid at the gateway. A shop that ignores callbacks fails
 * this check.
 */
async function checkPaidIsFulfilled({
  target,
  gateway,
  agent,
  payment,
  violations,
}: PaidCheckOptions): Promise<void> {
  if (payment === undefined) return;
  const { referenceCode: reference, transactionNumber, amount, currencyCode } = payment;
  gateway.put({ reference, transactionNumber, amount, currencyCode, status: 1 });
  await post(target.url, signData({ ...payment, status: 1 }), agent);
  await target.checkout.payments.sync(reference);
  if (target.fulfilled.join() !== reference)
    violations.add('a paid payment was not fulfilled', target.fulfilled.join(', '));
}

/** Changes a callback. Status 1 is Success, 9 Authorized, 11 Refunded, and 16 RefundWithCharges. */
function createChangedCallback(callbackData: CallbackData, random: Random): SentCallback {
  const change = random.pick<Readonly<Record<string, JsonValue>>>([
    { status: 1 },
    { status: 1, amount: 1 },
    { status: 1, amount: callbackData.amount * 100 },
    { status: 1, amount: 0.1 },
    { status: 1, currencyCode: 'IDR' },
    { status: 1, transactionNumber: 'G999999999' },
    { status: 1, transactionNumber: callbackData.transactionNumber.toLowerCase() },
    { status: 1, referenceCode: callbackData.referenceCode.toLowerCase() },
    { status: 1, referenceCode: `${callbackData.referenceCode} ` },
    { status: 1, referenceCode: 'UNKNOWN' },
    { status: 9 },
    { status: 11 },
    { status: 16 },
    { status: -1 },
    { status: 1, Status: 0 },
    { status: 1, paymentSessionNumber: 'S1', providerTransactionNumber: 'P1' },
    { status: random.below(1_000) },
  ]);
  return signData({ ...callbackData, ...change, nonce: random.below(1_000_000) });
}

function signData(data: JsonValue): SentCallback {
  const body = JSON.stringify(data);
  return { body, signature: hmac(signatureMessageOfText(callbackUrl, body), merchant.secretKey) };
}

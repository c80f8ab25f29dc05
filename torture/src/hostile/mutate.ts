import { hmac, signatureMessageOfText, type JsonValue } from '@pgw/protocol';
import { Agent } from 'undici';
import { Doubts, type Claim, type Report, type RunOptions } from '../claim.ts';
import { merchant, openGateway } from '../gateway/gateway.ts';
import { randomOf, type Random } from '../random.ts';
import { post, startedPayment } from './forge.ts';
import type { PaymentNews, SentCallback } from './forged.ts';
import { inParallel } from './parallel.ts';
import { callbackUrl, openTarget } from './target.ts';

export const mutate: Claim = {
  sentence:
    'A callback that is validly signed and says something else than the gateway’s own record fulfils nothing: the record decides.',
  flags: ['callbacks'],
  run,
};

async function run({ seed, size }: RunOptions): Promise<Report> {
  const callbacks = size('callbacks', { long: 10_000, short: 300 });
  const random = randomOf(seed);
  const gateway = await openGateway();
  const target = await openTarget(gateway.url);
  const doubts = new Doubts();
  const agent = new Agent({ connections: 8 });
  const statuses = new Map<number, number>();
  try {
    const payments = await Promise.all(
      Array.from({ length: 50 }, (_, index) => startedPayment(target, `A${index}`)),
    );
    await inParallel({ count: callbacks, atOnce: 8 }, async () => {
      const sent = mutated(random.pick(payments), random);
      const status = await post(target.url, sent, agent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // 503: a signed callback of a payment that the store does not have, which the gateway is to repeat.
      if (status >= 500 && status !== 503) doubts.add(`answered ${status}`, sent.body.slice(0, 200));
    });
    for (const { referenceCode } of payments) await target.checkout.payments.settle(referenceCode);
    for (const { referenceCode } of payments) {
      const payment = await target.checkout.payments.find(referenceCode);
      if (payment?.state !== 'open')
        doubts.add('moved by what a callback said', `${referenceCode} ${payment?.state}`);
    }
    if (target.fulfilled.length > 0) doubts.add('fulfilled', target.fulfilled.join(', '));
    await isControlFulfilled({ target, gateway, agent, payment: payments[0], doubts });
    const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    return {
      counted: {
        'signed but changed': callbacks,
        answers,
        fulfilled: target.fulfilled.length - 1,
        'then paid': 1,
      },
      failures: doubts.sentences(),
    };
  } finally {
    await agent.close();
    await target.close();
    await gateway.close();
  }
}

interface Control {
  readonly target: Awaited<ReturnType<typeof openTarget>>;
  readonly gateway: Awaited<ReturnType<typeof openGateway>>;
  readonly agent: Agent;
  readonly payment: PaymentNews | undefined;
  readonly doubts: Doubts;
}

/** The same payment is fulfilled once the gateway's record says paid: the shop was not merely deaf. */
async function isControlFulfilled({ target, gateway, agent, payment, doubts }: Control): Promise<void> {
  if (payment === undefined) return;
  const { referenceCode: reference, transactionNumber, amount, currencyCode } = payment;
  gateway.put({ reference, transactionNumber, amount, currencyCode, status: 1 });
  await post(target.url, signed({ ...payment, status: 1 }), agent);
  await target.checkout.payments.settle(reference);
  if (target.fulfilled.join() !== reference)
    doubts.add('not fulfilled when paid', target.fulfilled.join(', '));
}

function mutated(news: PaymentNews, random: Random): SentCallback {
  const change = random.pick<Readonly<Record<string, JsonValue>>>([
    { status: 1 },
    { status: 1, amount: 1 },
    { status: 1, amount: news.amount * 100 },
    { status: 1, amount: 0.1 },
    { status: 1, currencyCode: 'IDR' },
    { status: 1, transactionNumber: 'G999999999' },
    { status: 1, transactionNumber: news.transactionNumber.toLowerCase() },
    { status: 1, referenceCode: news.referenceCode.toLowerCase() },
    { status: 1, referenceCode: `${news.referenceCode} ` },
    { status: 1, referenceCode: 'UNKNOWN' },
    { status: 9 },
    { status: 11 },
    { status: 16 },
    { status: -1 },
    { status: 1, Status: 0 },
    { status: 1, paymentSessionNumber: 'S1', providerTransactionNumber: 'P1' },
    { status: random.below(1_000) },
  ]);
  return signed({ ...news, ...change, nonce: random.below(1_000_000) });
}

function signed(data: JsonValue): SentCallback {
  const body = JSON.stringify(data);
  return { body, signature: hmac(signatureMessageOfText(callbackUrl, body), merchant.secretKey) };
}

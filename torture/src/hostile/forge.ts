import { defaultProfile, hmac, signatureMessageOfText, type StartAnswer } from '@pgw/protocol';
import { Agent, request } from 'undici';
import { Doubts, type Claim, type Report, type RunOptions } from '../claim.ts';
import { merchant, openGateway } from '../gateway/gateway.ts';
import { randomOf } from '../random.ts';
import { forgedCallback, tamperedCallback, type PaymentNews, type SentCallback } from './forged.ts';
import { inParallel } from './parallel.ts';
import { callbackUrl, openTarget, price, startBody, type Target } from './target.ts';

export const forge: Claim = {
  sentence:
    'No callback that was made or changed without the merchant’s secret is accepted, in process and over HTTP.',
  flags: ['callbacks', 'http'],
  run,
};

async function run({ seed, size, say }: RunOptions): Promise<Report> {
  const callbacks = size('callbacks', { long: 1_000_000, short: 5_000 });
  const http = size('http', { long: 50_000, short: 400 });
  const random = randomOf(seed);
  const gateway = await openGateway();
  const target = await openTarget(gateway.url);
  const doubts = new Doubts();
  try {
    const news = await startedPayment(target);
    const make = (): SentCallback =>
      random.below(2) === 0 ? forgedCallback(news, random) : tamperedCallback(news, random);
    let control = 0;
    for (let index = 0; index < callbacks; index += 1) {
      const { body, signature } = make();
      const callback = { rawBody: Buffer.from(body), signature };
      if (target.gateway.verifyCallback(callback, callbackUrl)) doubts.add('accepted in process', body);
      if (index % 1_000 === 0 && isGenuineTaken(target, news)) control += 1;
    }
    say(`${callbacks} in process`);
    const agent = new Agent({ connections: 16 });
    await inParallel({ count: http, atOnce: 16 }, async () => {
      const sent = make();
      const status = await post(target.url, sent, agent);
      if (status < 400 || status >= 500) doubts.add(`answered ${status} over HTTP`, sent.body.slice(0, 200));
    });
    await agent.close();
    const payment = await target.checkout.payments.find(news.referenceCode);
    if (payment?.state !== 'open') doubts.add('the payment moved', String(payment?.state));
    if (target.fulfilled.length > 0) doubts.add('fulfilled', target.fulfilled.join(', '));
    if (gateway.asked() > 0) doubts.add('queries to the gateway', String(gateway.asked()));
    const genuine = `${control} of ${Math.ceil(callbacks / 1_000)}`;
    if (control !== Math.ceil(callbacks / 1_000)) doubts.add('genuine callbacks refused', genuine);
    const accepted = doubts.count('accepted in process');
    return {
      counted: { 'in process': callbacks, 'over HTTP': http, accepted, 'genuine ones accepted': genuine },
      failures: doubts.sentences(),
    };
  } finally {
    await target.close();
    await gateway.close();
  }
}

/** So that a run in which nothing is ever accepted does not look like one that holds. */
function isGenuineTaken({ gateway }: Target, news: PaymentNews): boolean {
  const body = JSON.stringify({ ...news, status: 1 });
  const signature = hmac(signatureMessageOfText(callbackUrl, body), merchant.secretKey);
  return gateway.verifyCallback({ rawBody: Buffer.from(body), signature }, callbackUrl);
}

/** A payment that is waited for, as forgers know it at best. */
export async function startedPayment(target: Target, order = 'A1'): Promise<PaymentNews> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${target.url}/pgw/payments`, {
    method: 'POST',
    headers,
    body: startBody(order),
  });
  // The target's own answer; a refusal has no payment and ends the run.
  const { payment } = (await response.json()) as StartAnswer;
  const { reference, transactionNumber } = payment;
  return {
    referenceCode: reference,
    transactionNumber: transactionNumber ?? '',
    ...price,
    channelId: 2,
  };
}

/** Delivers a callback once. Answers the status. */
export async function post(
  url: string,
  { body, signature }: SentCallback,
  dispatcher: Agent,
): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    ...(signature === undefined ? {} : { [defaultProfile.headers.signature]: signature }),
  };
  const answer = await request(`${url}/pgw/callback`, { method: 'POST', headers, body, dispatcher });
  await answer.body.dump();
  return answer.statusCode;
}

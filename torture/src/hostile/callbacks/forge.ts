import { defaultProfile, type StartResponse } from '@pgw/protocol';
import { hmac, signatureMessageOfText } from '@pgw/protocol/internal';
import { Agent, request } from 'undici';
import { Violations, type TortureCommand, type Report, type RunOptions } from '../../torture-command.ts';
import { merchant, openGateway } from '../../gateway/gateway.ts';
import { createRandom } from '../../random.ts';
import {
  createForgedCallback,
  createTamperedCallback,
  type CallbackData,
  type SentCallback,
} from './forged-callbacks.ts';
import { runInParallel } from '../../parallel.ts';
import { callbackUrl, openTarget, price, createStartBody, type Target } from '../target.ts';

export const forge: TortureCommand = {
  sentence:
    'No callback that was created or changed without the merchant’s secret is accepted, in process and over HTTP.',
  flags: ['callbacks', 'http'],
  run,
};

/** One genuine callback is checked for this number of forged callbacks. */
const genuineInterval = 1_000;

async function run({ seed, size, log }: RunOptions): Promise<Report> {
  const callbacks = size('callbacks', { long: 1_000_000, short: 5_000 });
  const httpCallbacks = size('http', { long: 50_000, short: 400 });
  const random = createRandom(seed);
  const gateway = await openGateway();
  const target = await openTarget(gateway.url);
  const violations = new Violations();
  try {
    const callbackData = await startPayment(target);
    const createCallback = (): SentCallback =>
      random.isOneIn(2)
        ? createForgedCallback(callbackData, random)
        : createTamperedCallback(callbackData, random);
    let acceptedGenuine = 0;
    for (let index = 0; index < callbacks; index += 1) {
      const { body, signature } = createCallback();
      const callback = { rawBody: Buffer.from(body), signature };
      if (target.gateway.verifyCallback(callback, callbackUrl))
        violations.add('a forged callback was accepted in process', body);
      if (index % genuineInterval === 0 && isGenuineAccepted(target, callbackData)) acceptedGenuine += 1;
    }
    log(`${callbacks} callbacks were checked in process.`);
    const agent = new Agent({ connections: 16 });
    await runInParallel({ count: httpCallbacks, concurrency: 16 }, async () => {
      const sent = createCallback();
      const status = await post(target.url, sent, agent);
      if (status < 400 || status >= 500)
        violations.add(`status ${status} over HTTP`, sent.body.slice(0, 200));
    });
    await agent.close();
    const payment = await target.checkout.payments.get(callbackData.referenceCode);
    if (payment?.state !== 'open') violations.add('the state of the payment changed', String(payment?.state));
    if (target.fulfilled.length > 0) violations.add('a payment was fulfilled', target.fulfilled.join(', '));
    if (gateway.queryCount() > 0) violations.add('queries to the gateway', String(gateway.queryCount()));
    const sentGenuine = Math.ceil(callbacks / genuineInterval);
    const genuine = `${acceptedGenuine} of ${sentGenuine}`;
    if (acceptedGenuine !== sentGenuine) violations.add('genuine callbacks refused', genuine);
    const accepted = violations.count('a forged callback was accepted in process');
    return {
      figures: {
        'forged callbacks in process': callbacks,
        'forged callbacks over HTTP': httpCallbacks,
        'forged callbacks accepted': accepted,
        'genuine callbacks accepted': genuine,
      },
      failures: violations.sentences(),
    };
  } finally {
    await target.close();
    await gateway.close();
  }
}

/**
 * Returns true when a genuine callback is accepted. Without this check, a run that accepts nothing would
 * seem to hold.
 */
function isGenuineAccepted({ gateway }: Target, callbackData: CallbackData): boolean {
  const body = JSON.stringify({ ...callbackData, status: 1 });
  const signature = hmac(signatureMessageOfText(callbackUrl, body), merchant.secretKey);
  return gateway.verifyCallback({ rawBody: Buffer.from(body), signature }, callbackUrl);
}

/** Starts a payment. Resolves with the data of its callback. A forger cannot know more than these data. */
export async function startPayment(target: Target, order = 'A1'): Promise<CallbackData> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${target.url}/pgw/payments`, {
    method: 'POST',
    headers,
    body: createStartBody(order),
  });
  // The target accepts every start of the run. A refusal has no payment and ends the run with an error.
  const { payment } = (await response.json()) as StartResponse;
  const { reference, transactionNumber } = payment;
  return {
    referenceCode: reference,
    transactionNumber: transactionNumber ?? '',
    ...price,
    channelId: 2,
  };
}

/** Sends a callback once. Resolves with the HTTP status. */
export async function post(
  url: string,
  { body, signature }: SentCallback,
  dispatcher: Agent,
): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    ...(signature === undefined ? {} : { [defaultProfile.headers.signature]: signature }),
  };
  const sent = await request(`${url}/pgw/callback`, { method: 'POST', headers, body, dispatcher });
  await sent.body.dump();
  return sent.statusCode;
}

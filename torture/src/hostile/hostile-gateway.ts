import { inspect } from 'node:util';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { StartResponse } from '@pgw/protocol';
import { z } from 'zod';
import { Violations, type TortureCommand, type Report, type RunOptions } from '../torture-command.ts';
import { merchant } from '../gateway/gateway.ts';
import { createRandom } from '../random.ts';
import { readCorpus, expandRepetitions } from './corpora.ts';
import { openScriptedGateway, RawResponse, type GatewayRequest } from './scripted-gateway.ts';
import { channels, openTarget, price, createStartBody, type Target } from './target.ts';

/**
 * A response that was written by hand: a whole `body`, or `members` that replace those of an ordinary result.
 */
const responseSchema = z.object({
  body: z.string().optional(),
  members: z.record(z.string(), z.unknown()).optional(),
  status: z.number().optional(),
  headers: z.record(z.string(), z.string()).optional(),
});

type HostileResponse = z.output<typeof responseSchema>;

export const hostileGateway: TortureCommand = {
  sentence:
    'Hostile responses of the gateway never fulfil an unpaid order, reveal a secret in events, or block the event loop.',
  flags: ['rounds'],
  run,
};

/** The longest time in ms that one response may block the event loop. The limit allows for a busy machine. */
const maxBlockedMs = 2_000;
const nanosecondsPerMs = 1e6;
const cardNumber = '4000000000000002';

async function run({ seed, size, log }: RunOptions): Promise<Report> {
  const responses = readCorpus('gateway-responses', responseSchema);
  const rounds = size('rounds', { long: 50, short: 1 });
  const random = createRandom(seed);
  const violations = new Violations();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  let current: HostileResponse = {};
  const gateway = await openScriptedGateway((request) => createResponse(current, request));
  const target = await openTarget(gateway.url);
  const outcomes = new Map<string, number>();
  delay.enable();
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, response] of random.shuffled(responses).entries()) {
        const order = `A${round * responses.length + index}`;
        current = response;
        delay.reset();
        for (const outcome of await visit(target, order))
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        const blockedMs = Math.round(delay.max / nanosecondsPerMs);
        if (blockedMs > maxBlockedMs)
          violations.add('the event loop was blocked', `${blockedMs} ms at ${describeResponse(response)}`);
        if (target.fulfilled.length > 0)
          violations.add(
            'a payment was fulfilled',
            `${target.fulfilled.join(', ')} at ${describeResponse(response)}`,
          );
        target.fulfilled.length = 0;
      }
    }
    log(`${responses.length} responses were sent, each from every endpoint.`);
    const printed = inspect(target.events, { depth: 9, showHidden: true, maxArrayLength: null });
    for (const [name, text] of Object.entries({
      token: merchant.token,
      'secret key': merchant.secretKey,
      card: cardNumber,
    }))
      if (printed.includes(text)) violations.add('an event reveals a secret', name);
    const internalErrors = outcomes.get('500 internal') ?? 0;
    if (internalErrors > 0)
      violations.add('responses of the shop with 500 and the code internal', String(internalErrors));
    const counts = [...outcomes].map(([outcome, count]) => `${count} × ${outcome}`);
    return {
      figures: {
        'responses of the gateway': responses.length * rounds,
        'responses of the shop': counts.join(', '),
        events: target.events.length,
      },
      failures: violations.sentences(),
    };
  } finally {
    delay.disable();
    await target.close();
    await gateway.close();
  }
}

/**
 * Sends the requests of a shopper: lists banks, starts, returns and requests the status. Also settles and
 * refunds the payment. Resolves with each HTTP status, and the code of a problem.
 */
async function visit({ url, checkout }: Target, order: string): Promise<string[]> {
  const headers = { 'content-type': 'application/json' };
  const outcomes: string[] = [];
  const recordOutcome = async (response: Response): Promise<string> => {
    const text = await response.text();
    const code = /"code":"([a-z-]+)"/.exec(text)?.[1];
    outcomes.push(response.ok || code === undefined ? `${response.status}` : `${response.status} ${code}`);
    return text;
  };
  const get = async (path: string): Promise<string> =>
    recordOutcome(
      await fetch(`${url}/pgw${path}`, { redirect: 'manual', headers: { accept: 'application/json' } }),
    );
  await get(`/channels/${channels.banks}/banks?order=${order}`);
  const started = await recordOutcome(
    await fetch(`${url}/pgw/payments`, { method: 'POST', headers, body: createStartBody(order) }),
  );
  // The response of the checkout: a start, or a problem with a reference.
  const response = JSON.parse(started) as Partial<StartResponse> & { readonly reference?: string };
  const reference = response.payment?.reference ?? response.reference ?? 'none';
  await get(`/return?ReferenceCode=${reference}&TransactionNumber=T1`);
  await get(`/payments/${reference}`);
  await checkout.payments.settle(reference).catch(() => undefined);
  await checkout.operator.refunds
    .create(`refund-${order}`, { reference, reason: 'Test' })
    .catch(() => undefined);
  return outcomes;
}

function createResponse(
  { body, members, status, headers = {} }: HostileResponse,
  request: GatewayRequest,
): RawResponse {
  const echo = JSON.stringify([request.data, request.headers, cardNumber]);
  const fillPlaceholders = (text: string): string =>
    expandRepetitions(text).replaceAll('$ECHO', JSON.stringify(echo).slice(1, -1));
  if (body !== undefined) return new RawResponse(fillPlaceholders(body), status, headers);
  const ordinary =
    request.endpoint === 'requestPayment'
      ? { transactionNumber: 'T1', ...price, redirectionType: 1, redirectUrl: 'https://gateway.example/pay' }
      : request.endpoint === 'queryPayment'
        ? // A paid record of another payment: it must not fulfil this one.
          { transactionNumber: 'T1', referenceCode: 'ANOTHER', status: 1, ...price }
        : [{ id: 'B1', name: 'Bank', status: 1 }];
  const result = Array.isArray(ordinary)
    ? ordinary.map((entry) => ({ ...entry, ...members }))
    : { ...ordinary, ...members };
  return new RawResponse(fillPlaceholders(JSON.stringify({ result })), status, headers);
}

function describeResponse(response: HostileResponse): string {
  return JSON.stringify(response).slice(0, 120);
}

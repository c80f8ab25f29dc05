import { inspect } from 'node:util';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { CheckoutEvent } from '@pgw/express';
import type { StartResponse } from '@pgw/protocol';
import { Violations, type TortureCommand, type Report, type RunOptions } from '../../torture-command.ts';
import { merchant } from '../../gateway/gateway.ts';
import { createRandom } from '../../random.ts';
import { printEvents } from '../../../../packages/server/src/events/event.ts';
import { findControlCharacter } from './control-characters.ts';
import {
  cardNumber,
  createHostileResponse,
  hostileResponses,
  type HostileResponse,
} from './hostile-responses.ts';
import { openScriptedGateway } from './scripted-gateway.ts';
import { channels, openTarget, createStartBody, type Target } from '../target.ts';

export const hostileGateway: TortureCommand = {
  sentence:
    'Hostile responses of the gateway never fulfill an unpaid order, reveal a secret in events, break a log line, or block the event loop.',
  flags: ['rounds'],
  run,
};

/** The longest time in ms that one response may block the event loop. The limit allows for a busy machine. */
const maxBlockedMs = 2_000;
const nanosecondsPerMs = 1e6;

async function run({ seed, size, log }: RunOptions): Promise<Report> {
  const responses = hostileResponses;
  const rounds = size('rounds', { long: 50, short: 1 });
  const random = createRandom(seed);
  const violations = new Violations();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  let current: HostileResponse = {};
  const gateway = await openScriptedGateway((request) => createHostileResponse(current, request));
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
    checkLogLines(target.events, violations);
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
 * Sends the requests of a shopper: lists banks, starts, returns and requests the status. Also syncs and
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
  await checkout.payments.sync(reference).catch(() => undefined);
  await checkout.operator.refunds
    .create(`refund-${order}`, { reference, reason: 'Test' })
    .catch(() => undefined);
  return outcomes;
}

function describeResponse(response: HostileResponse): string {
  return JSON.stringify(response).slice(0, 120);
}

/** Adds a violation for each event that the default listener does not print as one plain line. */
function checkLogLines(events: readonly CheckoutEvent[], violations: Violations): void {
  for (const line of printLines(events)) {
    const text = line.replace(/\n$/, '');
    if (findControlCharacter(text, { allowed: '' }) !== undefined || text === line)
      violations.add(
        'a log line has a line break or a control character',
        JSON.stringify(line.slice(0, 200)),
      );
  }
}

/** Prints events with the default listener, and returns what it writes for each. */
function printLines(events: readonly CheckoutEvent[]): string[] {
  const { stderr } = process;
  const write = stderr.write.bind(stderr);
  const lines: string[] = [];
  stderr.write = (text: string | Uint8Array) => lines.push(String(text)) > 0;
  try {
    for (const event of events) printEvents(event);
  } finally {
    stderr.write = write;
  }
  return lines;
}

import { setTimeout as wait } from 'node:timers/promises';
import type { TimedResponse } from '../gateway/callbacks.ts';
import { isAcknowledged } from '../gateway/callbacks.ts';
import { Violations, type TortureCommand } from '../torture-command.ts';
import { withChosenPostgres } from '../postgres.ts';
import { waitForProgress, runWithFailures } from './failure-run.ts';

interface OutagePeriod {
  readonly from: number;
  readonly to: number;
}

export const database: TortureCommand = {
  sentence:
    'When the database stops without warning, callbacks are refused with 503 while it is down, and none is lost.',
  flags: ['callbacks', 'stops', 'pooler', 'isolation'],
  run: async (options) => {
    const { seed, size, log, isShort } = options;
    const callbacks = size('callbacks', { long: 10_000, short: 300 });
    const stops = size('stops', { long: 10, short: 2 });
    const outages: OutagePeriod[] = [];
    const responses: TimedResponse[] = [];
    const report = await withChosenPostgres(options, (storage, server) =>
      runWithFailures({
        storage,
        handler: 'tx',
        hasStock: false,
        callbacks,
        duplicates: Math.floor(callbacks / 10),
        processes: 2,
        shouldAdvanceClocks: isShort,
        seed,
        log,
        onResponse: (response) => {
          if (response !== undefined) responses.push(response);
        },
        disturb: async ({ random, progress }) => {
          for (let stop = 1; stop <= stops; stop += 1) {
            await waitForProgress(progress, Math.floor((stop * callbacks) / (stops + 1)));
            await wait(random.below(25));
            await server.crash();
            const from = performance.now();
            await wait(300 + random.below(700));
            await waitForResponse(responses, from);
            outages.push({
              from,
              to: performance.now(),
            });
            await server.restart();
          }
        },
      }),
    );
    const duringOutages = checkResponsesDuring(responses, outages);
    return {
      figures: {
        'callbacks sent': callbacks,
        'stops of the database without warning': outages.length,
        'responses with 503 in the whole run': responses.filter(({ status }) => status === 503).length,
        ...duringOutages.figures,
        ...report.figures,
        seconds: report.seconds,
      },
      failures: [...duringOutages.failures, ...report.failures],
    };
  },
};

/**
 * Waits until a callback that was sent after `from` has a response, at most 30 s. On a slow machine, this can take longer than
 * an outage. After the last callback, there is none.
 */
async function waitForResponse(responses: readonly TimedResponse[], from: number): Promise<void> {
  const deadline = from + 30_000;
  while (performance.now() < deadline && !responses.some(({ sentAt }) => sentAt >= from)) await wait(20);
}

/** Checks the responses to callbacks whose request and response both happened while the database was down. */
function checkResponsesDuring(responses: readonly TimedResponse[], outages: readonly OutagePeriod[]) {
  const violations = new Violations();
  const during = responses.filter(({ sentAt, respondedAt }) =>
    outages.some(({ from, to }) => sentAt >= from && respondedAt <= to),
  );
  for (const response of during) {
    const { status, retryAfter } = response;
    if (isAcknowledged(response))
      violations.add('a 2xx response while the database was down', String(status));
    else if (status !== 503) violations.add('a refusal without status 503', String(status));
    else if (retryAfter === undefined) violations.add('a 503 response without Retry-After', String(status));
  }
  if (during.length === 0)
    violations.add(
      'no callback had a response while the database was down',
      'the run did not test the promise',
    );
  return {
    figures: {
      'responses while the database was down': during.length,
      '2xx responses while the database was down': violations.count(
        'a 2xx response while the database was down',
      ),
    },
    failures: violations.sentences(),
  };
}

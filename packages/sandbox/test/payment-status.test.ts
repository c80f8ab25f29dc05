import { authType } from '@pgw/protocol';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../src/catalogue/channel-ids.ts';
import { presetNames } from '../src/presets.ts';
import { startSandboxWithMerchant } from './merchant.ts';

// The sums of the journal decide which status is right, so that the rule of the sandbox is not repeated here.

type SandboxSetup = Awaited<ReturnType<typeof startSandboxWithMerchant>>;

/** A step of a payment in a channel for cards. */
type Step = (setup: SandboxSetup, transactionNumber: string) => unknown;

const set =
  (status: number): Step =>
  ({ sandbox }, number) =>
    sandbox.changeStatus(number, status);
const decide =
  (outcome: Parameters<SandboxSetup['sandbox']['decide']>[1]): Step =>
  ({ sandbox }, number) =>
    sandbox.decide(number, outcome);
const end =
  (way: 'void' | 'expire'): Step =>
  ({ sandbox }, number) =>
    sandbox.endAuthorization(number, way);
const capture =
  (amount?: number, isLast = false): Step =>
  ({ sandbox }, number) =>
    sandbox.capturePayment(number, { amount, isLast });
const refund =
  (amount?: number): Step =>
  ({ merchant }, number) =>
    merchant.refund(number, amount === undefined ? {} : { amount });
const refundWith =
  (scenario: Parameters<SandboxSetup['sandbox']['scenario']>[0], amount?: number): Step =>
  async (setup, number) => {
    setup.sandbox.scenario(scenario);
    await refund(amount)(setup, number);
    setup.sandbox.clearScenarios();
  };
const decideRefund =
  (status: number): Step =>
  ({ sandbox }, number) => {
    for (const { refundNumber } of sandbox.listRefunds(number)) sandbox.decideRefund(refundNumber, status);
  };

const allStatuses = Array.from({ length: 20 }, (_, status) => status);
const approve = decide('approve');
const authorize = decide('authorize');

/** Every end state: the title, and the steps after the payment was opened. */
const endStates: readonly (readonly [string, readonly Step[]])[] = [
  ...allStatuses.map((status) => [`status ${status} of an unpaid payment`, [set(status)]] as const),
  ...allStatuses.map((status) => [`status ${status} of a paid payment`, [approve, set(status)]] as const),
  ...allStatuses.map((status) => [`status ${status} of an authorization`, [authorize, set(status)]] as const),
  ...allStatuses.map(
    (status) =>
      [
        `status ${status} after a partial refund and a reversal`,
        [approve, refund(40), set(2), set(status)],
      ] as const,
  ),
  ['open', []],
  ['an authorization', [authorize]],
  ['a voided authorization', [authorize, end('void')]],
  ['an expired authorization', [authorize, end('expire')]],
  ['a partial capture', [authorize, capture(40)]],
  ['a partial capture, then a void', [authorize, capture(40), end('void')]],
  ['a last partial capture', [authorize, capture(40, true)]],
  ['a whole capture', [authorize, capture()]],
  ['a whole capture, refunded', [authorize, capture(), refund()]],
  ['a capture that the provider took back', [authorize, capture(40), set(2)]],
  ['a partial refund', [approve, refund(40)]],
  ['a whole refund', [approve, refund()]],
  ['a refund in progress', [approve, refundWith('refund-processing')]],
  ['a refund that failed later', [approve, refundWith('refund-processing'), decideRefund(13)]],
  ['a failed refund', [approve, refundWith('refund-failed')]],
  ['a reversed refund', [approve, refund(), decideRefund(17)]],
  ['a refund with charges', [approve, refundWith('refund-with-charges')]],
  ['a refund in progress of a payment that failed', [approve, refundWith('refund-processing', 40), set(2)]],
  [
    'a refund that ended after its payment failed',
    [approve, refundWith('refund-processing', 40), set(2), decideRefund(11)],
  ],
  ['paid again after a reversal', [approve, set(2), set(1)]],
];

const amount = 1214;

describe.each(presetNames)('with the preset %s', (preset) => {
  it('a payment has the status 1 in queries and callbacks only while its money was taken, at every end state', async () => {
    const failures: string[] = [];
    // A sandbox with few payments computes its totals quickly.
    for (let first = 0; first < endStates.length; first += 8) {
      const states = endStates.slice(first, first + 8);
      await using setup = await startSandboxWithMerchant({ preset, callbackRetryMs: [3_600_000] });
      for (const [title, steps] of states) {
        const { transactionNumber } = (
          await setup.merchant.openPayment({
            amount,
            channelId: channelIds.card,
            callbackUrl: 'http://127.0.0.1:1/callback',
          })
        ).body.result;
        let gross = 0;
        for (const step of steps) {
          await step(setup, transactionNumber);
          gross = Math.max(gross, readReceived(setup, transactionNumber));
        }
        // A reversal by the provider takes back what was received. Refunds are other entries.
        const isTaken = gross > 0 && readReceived(setup, transactionNumber) === gross;
        const { status } = (await setup.merchant.queryPayment(transactionNumber)).body;
        const lastCallback = setup.sandbox.listCallbacks(transactionNumber).at(-1)?.status;
        const isRight =
          preset === 'document'
            ? (status === 1) === isTaken && status >= 0 && status <= 7
            : status !== 1 || isTaken;
        // A partial capture sends no callback, and has the status of the query in the response.
        const isSame =
          preset !== 'document' ||
          lastCallback === status ||
          lastCallback === undefined ||
          title === 'a partial capture';
        if (!isRight || !isSame)
          failures.push(
            `${title}: query ${status}, callback ${lastCallback}, received ${gross}, taken ${isTaken}`,
          );
      }
    }
    expect(failures).toEqual([]);
  });
});

function readReceived({ sandbox }: SandboxSetup, transactionNumber: string): number {
  const totals = sandbox.listPaymentTotals().find((total) => total.transactionNumber === transactionNumber);
  return totals?.received ?? 0;
}

it.each<[string, number, readonly Step[]]>([
  ['a voided authorization is canceled', 3, [authorize, end('void')]],
  ['status 18 of an unpaid payment is canceled', 3, [set(18)]],
  ['status 12 of an unpaid payment is pending', 0, [set(12)]],
  ['an authorization is pending', 0, [authorize]],
  ['a refunded payment is in Success', 1, [approve, refund()]],
  ['an expired payment is canceled', 3, [decide('expire')]],
  ['a refunded payment that the provider took back is failed', 2, [approve, refund(), set(2)]],
])('with the preset document, %s (status %d)', async (_title, status, steps) => {
  await using setup = await startSandboxWithMerchant({ preset: 'document' });
  const { transactionNumber } = (await setup.merchant.openPayment({ channelId: channelIds.card })).body
    .result;
  for (const step of steps) await step(setup, transactionNumber);
  expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(status);
});

it('with the preset document and test amounts, RM 12.14 is not paid', async () => {
  await using setup = await startSandboxWithMerchant({ preset: 'document' });
  setup.sandbox.scenario('test-amounts');
  const { transactionNumber } = (await setup.merchant.openPayment({ amount })).body.result;
  setup.sandbox.decide(transactionNumber, 'approve');
  expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(0);
});

it('with the preset document, the response to a capture has the status that a query returns', async () => {
  await using setup = await startSandboxWithMerchant({ preset: 'document' });
  const { transactionNumber } = (await setup.merchant.openPayment({ channelId: channelIds.card })).body
    .result;
  await setup.merchant.processCard(transactionNumber, { AuthType: authType.preAuth });
  for (const capturedAmount of [40, undefined]) {
    const response = await setup.merchant.post('processPayment', {
      transactionNumber,
      ...(capturedAmount === undefined ? {} : { amount: capturedAmount }),
      channelDetails: { AuthType: authType.partialPayment },
    });
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
      response.body.result.status,
    );
  }
});

import { paymentStatusNumber } from '../catalogue/status-numbers.ts';
import type { ScenarioName } from './scenarios.ts';

/** An amount that selects the outcome of a payment, while the scenario `test-amounts` is on. */
export interface TestAmount {
  /** The last two digits of the amount in minor units: `02` for RM 10.02. */
  readonly digits: string;
  /** The outcome, for the table on the page of scenarios and in the README. */
  readonly result: string;
  /** The status that replaces an approval, or null when the payment stays pending. */
  readonly status: number | null;
  /** The scenarios of the payment. Default: none. */
  readonly scenarios?: readonly ScenarioName[] | undefined;
}

const { success, failed, limitExceeded, minimumNotMet, insufficientFunds, invalidTransaction } =
  paymentStatusNumber;

/** All test amounts. The digits of an outcome with another status than 1 are the number of the status. */
export const testAmounts: readonly TestAmount[] = [
  { digits: '02', result: 'declined (status 2)', status: failed },
  { digits: '04', result: 'over the limit of the account (status 4)', status: limitExceeded },
  { digits: '05', result: 'below the minimum amount (status 5)', status: minimumNotMet },
  { digits: '06', result: 'not enough money (status 6)', status: insufficientFunds },
  { digits: '07', result: 'invalid transaction (status 7)', status: invalidTransaction },
  { digits: '08', result: 'cancelled by the shopper (status 8)', status: paymentStatusNumber.userCanceled },
  {
    digits: '09',
    result: 'authorized, to be captured later (status 9)',
    status: paymentStatusNumber.authorized,
  },
  { digits: '10', result: 'expired (status 10)', status: paymentStatusNumber.expired },
  { digits: '11', result: 'stays pending until it expires (status 0, then 10)', status: null },
  {
    digits: '14',
    result: 'a status that is not documented (status 14)',
    status: success,
    scenarios: ['unknown-status'],
  },
  { digits: '21', result: 'paid, and the callback is lost', status: success, scenarios: ['callback-never'] },
  {
    digits: '22',
    result: 'paid, and the callback is sent after 10 seconds',
    status: success,
    scenarios: ['callback-late'],
  },
  {
    digits: '23',
    result: 'paid, and the callback is sent twice',
    status: success,
    scenarios: ['callback-twice'],
  },
  {
    digits: '24',
    result: 'paid, and the callback is wrongly signed',
    status: success,
    scenarios: ['callback-wrongly-signed'],
  },
  {
    digits: '31',
    result: 'paid, and refunds fail (status 13)',
    status: success,
    scenarios: ['refund-failed'],
  },
  {
    digits: '32',
    result: 'paid, and refunds fail later (status 12, then 13)',
    status: success,
    scenarios: ['refund-fails-later'],
  },
  {
    digits: '33',
    result: 'paid, and refunds get no response (fault 2124)',
    status: success,
    scenarios: ['refund-timeout'],
  },
];

/** Finds the test amount of an amount in minor units. */
export function findTestAmount(amount: number): TestAmount | undefined {
  return testAmounts.find(({ digits }) => amount % 100 === Number(digits));
}

import { expect, test } from 'vitest';
import { checkClock } from '../../src/cli/reachability.ts';

const gatewayDate = 'Sat, 21 Nov 2026 08:00:00 GMT';
const timeAfter = (seconds: number): number => Date.parse(gatewayDate) + 500 + seconds * 1000;

test.each([
  [0, 'ok', '0.0 s ahead'],
  [29, 'ok', '29.0 s ahead'],
  [-29, 'ok', '29.0 s behind'],
  [60, 'warning', '60.0 s ahead'],
  [-299, 'warning', '299.0 s behind'],
  [600, 'failed', '600.0 s ahead'],
])('a clock with a difference of %d s has the state %s', (seconds, state, difference) => {
  expect(checkClock(gatewayDate, timeAfter(seconds))).toMatchObject({
    state,
    detail: `${difference} ${difference.endsWith('ahead') ? 'of ' : ''}the gateway`,
  });
});

test.each([null, 'soon'])('the check of the clock is skipped for the Date header %j', (date) => {
  expect(checkClock(date, 0)).toMatchObject({ state: 'skipped' });
});

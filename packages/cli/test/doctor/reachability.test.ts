import { expect, test } from 'vitest';
import { checkClock } from '../../src/doctor/reachability.ts';

const gatewayDate = 'Sat, 21 Nov 2026 08:00:00 GMT';
// The header has whole seconds, so the check adds half a second to it.
const gatewayTime = Date.parse(gatewayDate) + 500;

test.each([
  [0, 'ok', '0.0 s ahead of the gateway'],
  [29, 'ok', '29.0 s ahead of the gateway'],
  [-29, 'ok', '29.0 s behind the gateway'],
  [60, 'warning', '60.0 s ahead of the gateway'],
  [-299, 'warning', '299.0 s behind the gateway'],
  [600, 'failed', '600.0 s ahead of the gateway'],
])('a clock with a difference of %d s has the state %s', (seconds, state, detail) => {
  expect(checkClock(gatewayDate, gatewayTime + seconds * 1000)).toMatchObject({ state, detail });
});

test.each([null, 'soon'])('the check of the clock is skipped for the Date header %j', (date) => {
  expect(checkClock(date, 0)).toMatchObject({ state: 'skipped' });
});

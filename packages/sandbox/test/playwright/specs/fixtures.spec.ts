import { expect, test } from '../../../src/playwright/index.ts';
import { Merchant } from '../../merchant.ts';

// fixtures.nightly.test.ts runs these tests by Playwright. No test uses `page`, so no browser is started.

test('a test that leaves everything behind', async ({ sandbox, advance, dropCallbacks, cutAt }) => {
  await (await new Merchant(sandbox.url).login()).openPayment({ referenceCode: 'RC' });
  dropCallbacks();
  cutAt(5);
  await advance('30d');
  expect(sandbox.listActivities().length).toBeGreaterThan(2);
});

test('the next test finds nothing of it', ({ sandbox }) => {
  expect(sandbox.listActivities()).toEqual([]);
  expect(sandbox.findPayment('RC')).toBeUndefined();
  expect(Math.abs(sandbox.now() - Date.now())).toBeLessThan(60_000);
});

test('a test that fails', async ({ sandbox }) => {
  await new Merchant(sandbox.url).login();
  expect(sandbox.url).toBe('a message of a test that must fail');
});

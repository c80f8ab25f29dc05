import { expect, test } from '../../../src/playwright/index.ts';
import { Merchant } from '../../merchant.ts';

test.use({ sandboxOptions: { paymentLifetimeMs: 1000 } });

test('has a sandbox with other options', async ({ sandbox, advance }) => {
  await (await new Merchant(sandbox.url).login()).openPayment({ referenceCode: 'RC' });
  await advance('2s');
  expect(sandbox.findPayment('RC')?.status).toBe(10);
});

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { channelIds } from '../packages/sandbox/src/catalogue/channel-ids.ts';
import { paymentStatusNumber, refundStatusNumber } from '../packages/sandbox/src/catalogue/status-numbers.ts';
import type { TestSandbox } from '../packages/sandbox/src/testing/index.ts';
import {
  startCallbackReceiver,
  startSandboxWithMerchant,
  type Merchant,
} from '../packages/sandbox/test/merchant.ts';
import { openPage } from './browser.ts';

// One switch of each group of scenarios is pressed in a browser, and affects a payment of a merchant.

let sandbox: TestSandbox;
let merchant: Merchant;
let receiver: Awaited<ReturnType<typeof startCallbackReceiver>>;
let page: Page;

beforeAll(async () => {
  ({ sandbox, merchant } = await startSandboxWithMerchant());
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await merchant.login();
  receiver = await startCallbackReceiver();
  page = await openPage({ viewport: { width: 1280, height: 900 } });
});
afterEach(async () => {
  await sandbox.reset();
  await receiver[Symbol.asyncDispose]();
});

/** Presses the switch of a scenario, and waits until every page shows it. */
async function switchOn(name: string): Promise<void> {
  await page.goto(`${sandbox.url}/dashboard/scenarios`);
  await page.getByRole('switch', { name: new RegExp(`${name}$`) }).click();
  await page.getByText('1 scenario active').waitFor();
}

async function openPayment(fields: Parameters<Merchant['openPayment']>[0] = {}): Promise<string> {
  const { body } = await merchant.openPayment({ callbackUrl: receiver.url, ...fields });
  return body.result.transactionNumber;
}

it('callbacks: with one switch, the callback is sent twice', async () => {
  await switchOn('callback-twice');
  await openPayment();
  await sandbox.payAs('paid');
  expect(await receiver.waitForCallbacks(2)).toHaveLength(2);
});

it('responses: a switch for the next request of one endpoint and one channel switches itself off', async () => {
  await page.goto(`${sandbox.url}/dashboard/scenarios`);
  const form = page.locator('form[action$="/response-500"]');
  await form.getByText('Limit').click();
  await form.getByLabel('Number of uses').fill('1');
  await form.getByLabel('Channel').selectOption('KilatPay');
  await form.getByLabel('Endpoint').selectOption('requestPayment');
  await form.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText(', only requestPayment, only KilatPay, 1 use left').waitFor();
  const open = async (channelId: number): Promise<number> =>
    (await merchant.openPayment({ channelId })).status;
  expect(await open(channelIds.pasarPay)).toBe(200);
  expect(await open(channelIds.kilatPay)).toBe(500);
  expect(await open(channelIds.kilatPay)).toBe(200);
  await page.getByRole('switch', { name: /response-500$/, checked: false }).waitFor();
});

it('payments: with one switch, an approved payment has the undocumented status 14', async () => {
  await switchOn('unknown-status');
  const number = await openPayment();
  await page.goto(`${sandbox.url}/dashboard?open=${number}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('The status is now 14').waitFor();
});

it('amounts: with one switch, RM 10.06 is declined when its shopper approves it', async () => {
  await switchOn('test-amounts');
  await page.getByText(/^The \d+ amounts$/).click();
  await page.getByRole('row', { name: /RM ….06 not enough money \(status 6\)/ }).waitFor();
  const number = await openPayment({ amount: 1006 });
  await page.goto(`${sandbox.url}/bank/${number}`);
  await page.getByText('Approve leads to: not enough money (status 6).').waitFor();
  await page.getByRole('radio', { name: 'Never' }).last().check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('heading', { name: 'Declined' }).waitFor();
  expect(sandbox.findPayment(number)?.status).toBe(paymentStatusNumber.insufficientFunds);
});

it('refunds and time: a refund of a typed amount fails after the clock is turned forward by a button', async () => {
  await switchOn('refund-fails-later');
  const number = await openPayment();
  await sandbox.payAs('paid');
  await page.goto(`${sandbox.url}/dashboard?open=${number}`);
  await page.locator('summary', { hasText: 'Refund' }).click();
  const amount = page.getByLabel('Amount in RM');
  await amount.fill('10.005');
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByRole('alert').getByText('Amounts in RM have at most 2 decimals').waitFor();
  expect(await amount.inputValue()).toBe('10.005');
  await amount.fill('10.50');
  await page.getByText('Sent as 1050').waitFor();
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByText(/of RM\s10\.50 \(sent as 1050\) has status 12/).waitFor();
  await page.goto(`${sandbox.url}/dashboard/scenarios`);
  await page.getByRole('button', { name: '+ 1 minute' }).click();
  await expect.poll(() => sandbox.listRefunds(number)[0]?.status).toBe(refundStatusNumber.failed);
});

it('payouts: with one switch, a payout is refused', async () => {
  await switchOn('payout-refused');
  expect((await merchant.openPayout()).body).toMatchObject({ error: { code: 2056 } });
});

it('lists: with one switch, the list of channels is empty', async () => {
  await switchOn('no-channels');
  expect((await merchant.get('getChannels', {})).body).toMatchObject([]);
});

it('time: with one switch, a request with the current time is refused', async () => {
  await switchOn('clock-skew');
  expect((await merchant.openPayment()).status).toBe(400);
});

it('a callback is sent again by a button, and a wrong signature has its verdict in the live list of requests', async () => {
  const number = await openPayment();
  await sandbox.payAs('paid');
  await page.goto(`${sandbox.url}/dashboard?open=${number}`);
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('The callback is being sent again.').waitFor();
  const [first, second] = await receiver.waitForCallbacks(2);
  expect(second?.rawBody).toStrictEqual(first?.rawBody);
  await page
    .getByText(/Callback with status 1, attempt \d: HTTP 204/)
    .nth(1)
    .waitFor();
  await page.goto(`${sandbox.url}/dashboard/requests`);
  await merchant.post('requestPayment', {}, { 'cap-signature': '0'.repeat(64) });
  await page.getByText('does not match').first().waitFor();
});

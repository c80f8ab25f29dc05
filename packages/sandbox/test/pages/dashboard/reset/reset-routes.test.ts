import { expect, it } from 'vitest';
import { createSandbox } from '../../../../src/testing/index.ts';
import { Merchant, startCallbackReceiver, walletIds } from '../../../merchant.ts';

async function readPage(response: Promise<Response>): Promise<string> {
  return (await (await response).text()).replaceAll(/\s+/g, ' ');
}

it('the page of a reset counts what is deleted, and names the scenarios, the clock and the data of the shop', async () => {
  await using receiver = await startCallbackReceiver();
  await using sandbox = await createSandbox({ scenarios: { 'slow-logos': true } });
  const merchant = await new Merchant(sandbox.url).login();
  const number = await merchant.openApprovedPayment(sandbox, { callbackUrl: receiver.url });
  await merchant.openPayment();
  await merchant.openPayout();
  sandbox.refundPayment(number, { amount: 100 });
  await sandbox.waitForCallbacks();
  sandbox.scenario('callback-late');
  await sandbox.advance('30d 2h');
  const page = await readPage(fetch(`${sandbox.url}/dashboard/reset`));
  for (const text of [
    '<li>2 transactions</li>',
    '<li>1 refund</li>',
    '<li>1 payout</li>',
    'Scenarios that are on now: slow-logos, callback-late. After the reset: slow-logos.',
    'which is 30 d 2 h ahead, shows the real time again',
    'The shop keeps its orders and payments, but the sandbox no longer knows them',
  ])
    expect(page).toContain(text);
  expect(sandbox.listPayments()).toHaveLength(2);
});

it('the button of the page deletes everything like reset(), says what it deleted, and adds an activity', async () => {
  await using sandbox = await createSandbox();
  const merchant = await new Merchant(sandbox.url).login();
  const { transactionNumber } = (await merchant.openPayment({ referenceCode: 'RC' })).body.result;
  sandbox.topUp(walletIds.basic, 100);
  sandbox.scenario('no-channels');
  await sandbox.advance('1h');
  const page = await readPage(fetch(`${sandbox.url}/dashboard/reset`, { method: 'POST' }));
  expect(page).toContain('The sandbox was reset. Deleted: 1 transaction.');
  expect(page).toContain('No transactions since the reset at ');
  expect(sandbox.findPayment('RC')).toBeUndefined();
  expect(sandbox.walletHistory(walletIds.basic)).toHaveLength(2);
  expect(Math.abs(sandbox.now() - Date.now())).toBeLessThan(60_000);
  expect(sandbox.listActivities()).toMatchObject([
    { kind: 'control', actor: 'dashboard', data: { control: 'reset' } },
  ]);
  await merchant.login();
  expect((await merchant.openPayment({ referenceCode: 'RC' })).status).toBe(200);
  const missing = await readPage(fetch(`${sandbox.url}/dashboard?open=${transactionNumber}`));
  expect(missing).toContain(`The sandbox has no transaction <code>${transactionNumber}</code>.`);
  expect(missing).toContain('Everything before the reset at ');
});

it('a second reset has nothing to delete', async () => {
  await using sandbox = await createSandbox();
  await fetch(`${sandbox.url}/dashboard/reset`, { method: 'POST' });
  const page = await readPage(fetch(`${sandbox.url}/dashboard/reset`, { method: 'POST' }));
  expect(page).toContain('There was nothing to delete.');
});

it.each([
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])('a reset with the headers %o of another site is refused', async (headers) => {
  await using sandbox = await createSandbox();
  const merchant = await new Merchant(sandbox.url).login();
  await merchant.openPayment();
  const response = await fetch(`${sandbox.url}/dashboard/reset`, { method: 'POST', headers });
  expect(response.status).toBe(403);
  expect(sandbox.listPayments()).toHaveLength(1);
});

it('a client of the event stream that connects again after a reset gets the activities since the reset', async () => {
  await using sandbox = await createSandbox();
  await new Merchant(sandbox.url).login();
  await fetch(`${sandbox.url}/dashboard/reset`, { method: 'POST' });
  const response = await fetch(`${sandbox.url}/dashboard/events`, { headers: { 'last-event-id': '500' } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('Everything deleted')) text += (await reader?.read())?.value ?? '';
  expect(text).toContain('id: 1\nevent: activity');
  await reader?.cancel();
});

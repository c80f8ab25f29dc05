import { authType } from '@pgw/protocol';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { findTestAmount, testAmounts } from '../../src/scenarios/test-amounts.ts';
import { paymentStatusNumber, refundStatusNumber } from '../../src/catalogue/status-numbers.ts';
import { startCallbackReceiver, startSandboxWithMerchant } from '../merchant.ts';

const { pending, success, failed, expired, authorized, insufficientFunds } = paymentStatusNumber;
const statusAmounts = testAmounts.filter(({ scenarios }) => scenarios === undefined);
const isOn = { scenarios: { 'test-amounts': true } } as const;

it('the last two digits select a test amount, and 00 selects none', () => {
  expect(findTestAmount(1002)?.status).toBe(failed);
  expect(findTestAmount(2)?.status).toBe(failed);
  expect(findTestAmount(1000)).toBeUndefined();
  expect(new Set(testAmounts.map(({ digits }) => digits)).size).toBe(testAmounts.length);
  for (const { digits } of testAmounts) expect(digits).toMatch(/^\d\d$/);
});

it('the README and the page of scenarios have the same table', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const rows = [...readme.matchAll(/^\| `RM …\.(\d\d)` +\| (.+?) +\|$/gm)].map(([, digits, result]) => ({
    digits,
    result,
  }));
  const expected = testAmounts.map(({ digits, result }) => ({ digits, result }));
  expect(rows).toStrictEqual(expected);
  await using setup = await startSandboxWithMerchant();
  const page = await (await fetch(`${setup.sandbox.url}/dashboard/scenarios`)).text();
  const text = page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/(?:\s|Outcome of an approval)+/g, ' ');
  for (const { digits, result } of testAmounts) expect(text).toContain(`RM ….${digits} ${result} `);
  expect(text.match(/RM …\./g)).toHaveLength(testAmounts.length);
});

describe('the outcome of an approval', () => {
  it('is not selected by the amount, unless the scenario is on', async () => {
    await using setup = await startSandboxWithMerchant();
    const number = await setup.merchant.openApprovedPayment(setup.sandbox, { amount: 1002 });
    expect(setup.sandbox.findPayment(number)?.status).toBe(success);
  });

  it.each(statusAmounts)('with the amount 10.$digits is: $result', async ({ digits, status }) => {
    await using setup = await startSandboxWithMerchant(isOn);
    await setup.merchant.openPayment({ amount: 1000 + Number(digits), referenceCode: 'BY-AMOUNT' });
    const { transactionNumber } = setup.sandbox.findPayment('BY-AMOUNT')!;
    expect(setup.sandbox.decide(transactionNumber, 'approve')).toBe(status !== null);
    expect(setup.sandbox.findPayment(transactionNumber)?.status).toBe(status ?? pending);
  });

  it('is not changed when it is not an approval, and not for another amount', async () => {
    await using setup = await startSandboxWithMerchant(isOn);
    const { sandbox, merchant } = setup;
    await merchant.openPayment({ amount: 1006 });
    expect((await sandbox.payAs('declined')).status).toBe(failed);
    await merchant.openPayment({ amount: 1050 });
    expect((await sandbox.payAs('paid')).status).toBe(success);
  });

  it('is selected also for a card and for the shopper of payAs, and a declined card has no token', async () => {
    await using setup = await startSandboxWithMerchant(isOn);
    const { sandbox, merchant } = setup;
    const { transactionNumber } = (await merchant.openPayment({ channelId: channelIds.card, amount: 1006 }))
      .body.result;
    const response = await merchant.processCard(
      transactionNumber,
      { AuthType: authType.fullPayment },
      { savePayment: true },
    );
    expect(response.body.result).toMatchObject({ status: insufficientFunds });
    expect(JSON.stringify(response.body.result)).not.toMatch(/token/i);
    await merchant.openPayment({ amount: 1009 });
    expect(await sandbox.payAs('paid')).toMatchObject({ status: authorized });
  });

  it('that stays pending expires', async () => {
    await using setup = await startSandboxWithMerchant(isOn);
    const { sandbox, merchant } = setup;
    const { redirectUrl, transactionNumber } = (await merchant.openPayment({ amount: 1011 })).body.result;
    const bank = await (await fetch(redirectUrl)).text();
    expect(bank.replaceAll(/\s+/g, ' ')).toContain(
      'Approve leads to: stays pending until it expires (status 0, then 10).',
    );
    const response = await fetch(redirectUrl, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'approve' }),
    });
    expect(await response.text()).toContain('The bank has not decided yet');
    expect(sandbox.findPayment(transactionNumber)?.status).toBe(pending);
    await sandbox.advance('16m');
    expect(sandbox.findPayment(transactionNumber)?.status).toBe(expired);
  });
});

describe('the scenarios of an amount', () => {
  it('lose, repeat or wrongly sign the callback', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant(isOn);
    const pay = async (amount: number): Promise<number> => {
      const before = receiver.callbacks.length;
      await setup.merchant.openPayment({ amount, callbackUrl: receiver.url });
      expect((await setup.sandbox.payAs('paid')).status).toBe(success);
      return receiver.callbacks.length - before;
    };
    expect(await pay(1021)).toBe(0);
    expect(await pay(1022)).toBe(0);
    expect(await pay(1023)).toBe(2);
    expect(await pay(1024)).toBe(1);
    expect(setup.sandbox.listPayments(1)[0]?.scenarios).toStrictEqual(['callback-wrongly-signed']);
  });

  it('make refunds fail', async () => {
    await using setup = await startSandboxWithMerchant(isOn);
    const number = await setup.merchant.openApprovedPayment(setup.sandbox, { amount: 1031 });
    await setup.merchant.refund(number);
    expect(setup.sandbox.listRefunds(number)).toMatchObject([{ status: refundStatusNumber.failed }]);
  });

  it('give the undocumented status 14', async () => {
    await using setup = await startSandboxWithMerchant(isOn);
    const number = await setup.merchant.openApprovedPayment(setup.sandbox, { amount: 1014 });
    expect(setup.sandbox.findPayment(number)?.status).toBe(14);
  });
});

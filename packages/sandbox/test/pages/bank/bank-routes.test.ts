import { describe, expect, it } from 'vitest';
import { channelIds } from '../../../src/catalogue/channel-ids.ts';
import { paymentStatusNumber, refundStatusNumber } from '../../../src/catalogue/status-numbers.ts';
import { outcomes, type OutcomeName } from '../../../src/index.ts';
import { startCallbackReceiver, startSandboxWithMerchant } from '../../merchant.ts';

function submitForm(url: string, fields: Record<string, string>, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), ...init });
}

const decidingOutcomes = Object.entries(outcomes).filter(([, { status }]) => status !== null);

it.each(decidingOutcomes)(
  'the outcome %s sets its status, and a second outcome is ignored',
  async (outcome, { status }) => {
    await using setup = await startSandboxWithMerchant();
    const { result } = (await setup.merchant.openPayment()).body;
    await submitForm(result.redirectUrl, { outcome });
    expect((await setup.merchant.queryPayment(result.transactionNumber)).body.status).toBe(status);
    const otherOutcome = status === paymentStatusNumber.success ? 'decline' : 'approve';
    const page = await (await submitForm(result.redirectUrl, { outcome: otherOutcome })).text();
    expect((await setup.merchant.queryPayment(result.transactionNumber)).body.status).toBe(status);
    expect(page).not.toContain('<button');
  },
);

it('with the outcome close, the payment stays pending and its page can be opened again', async () => {
  await using receiver = await startCallbackReceiver();
  await using setup = await startSandboxWithMerchant();
  const { result } = (await setup.merchant.openPayment({ callbackUrl: receiver.url })).body;
  const page = await (await submitForm(result.redirectUrl, { outcome: 'close' })).text();
  expect(page).toContain('Closed without returning');
  expect(page).not.toContain('http-equiv="refresh"');
  expect((await setup.merchant.queryPayment(result.transactionNumber)).body.status).toBe(
    paymentStatusNumber.pending,
  );
  expect(receiver.callbacks).toStrictEqual([]);
  expect(await (await fetch(result.redirectUrl)).text()).toContain('value="approve"');
});

describe('the callback', () => {
  it('with the choice “callback now”, the callback is sent before the browser returns', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant();
    const { result } = (await setup.merchant.openPayment({ callbackUrl: receiver.url })).body;
    await submitForm(result.redirectUrl, { outcome: 'approve', callback: 'now', return: 'now' });
    expect(receiver.callbacks).toHaveLength(1);
  });

  /** The delay of the scenario `callback-late`. */
  const lateMs = 10_000;
  /** The delay when the browser returns before the callback. */
  const afterReturnMs = 4000;

  it.each([
    ['callback never', [], { callback: 'never', return: 'now' }],
    ['callback late', [lateMs], { callback: 'late', return: 'now' }],
    ['callback twice', [0, 0], { callback: 'twice', return: 'now' }],
    ['return before the callback', [afterReturnMs], { callback: 'now', return: 'before' }],
    ['return never', [0], { callback: 'now', return: 'never' }],
  ])(
    'with the choice “%s”, callbacks are queued with the delays %j in milliseconds',
    async (_name, expectedDelaysMs, fields) => {
      const nowMs = 1_790_000_000_000;
      await using receiver = await startCallbackReceiver();
      await using setup = await startSandboxWithMerchant({ now: () => nowMs });
      const { result } = (await setup.merchant.openPayment({ callbackUrl: receiver.url, timestamp: nowMs }))
        .body;
      await submitForm(result.redirectUrl, { outcome: 'approve', ...fields });
      const callbacks = setup.sandbox.listCallbacks(result.transactionNumber);
      expect(callbacks.map((callback) => callback.dueAt - nowMs)).toStrictEqual(expectedDelaysMs);
    },
  );
});

describe('the browser', () => {
  const refreshPattern = /<meta http-equiv="refresh" content="1;url=([^"]+)"/;

  it('the browser returns to the shop after a second, or immediately by a link', async () => {
    await using setup = await startSandboxWithMerchant();
    const { result } = (await setup.merchant.openPayment({ referenceCode: 'RC-1' })).body;
    const page = await (await submitForm(result.redirectUrl, { outcome: 'approve' })).text();
    const url = `http://127.0.0.1:3000/return?order=A123&amp;ReferenceCode=RC-1&amp;TransactionNumber=${result.transactionNumber}`;
    expect(refreshPattern.exec(page)?.[1]).toBe(url);
    expect(page).toContain(`<a class="button" href="${url}"`);
    expect(page).toContain('Approved. Returning to Sandbox merchant…');
  });

  it('with the choice “return never”, the browser stays on the bank page', async () => {
    await using setup = await startSandboxWithMerchant();
    const { result } = (await setup.merchant.openPayment()).body;
    const page = await (await submitForm(result.redirectUrl, { outcome: 'decline', return: 'never' })).text();
    expect(page).toContain('Declined');
    expect(page).not.toMatch(refreshPattern);
  });

  it('a later visit to the page of a decided payment does not redirect', async () => {
    let clockOffsetMs = 0;
    await using setup = await startSandboxWithMerchant({ now: () => Date.now() + clockOffsetMs });
    const { result } = (await setup.merchant.openPayment()).body;
    const response = await submitForm(result.redirectUrl, { outcome: 'approve' });
    clockOffsetMs = 60_000;
    const page = await (await fetch(response.url)).text();
    expect(page).toContain('Approved');
    expect(page).not.toMatch(refreshPattern);
    expect(page).not.toContain('<button');
  });

  it('the bank page shows the choices of the previous payment, which a cookie stores', async () => {
    await using setup = await startSandboxWithMerchant();
    const first = (await setup.merchant.openPayment()).body.result;
    const fields = { outcome: 'approve', callback: 'twice', return: 'never' };
    const response = await submitForm(first.redirectUrl, fields, { redirect: 'manual' });
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const second = (await setup.merchant.openPayment()).body.result;
    const page = await (await fetch(second.redirectUrl, { headers: { cookie } })).text();
    expect(findCheckedValues(page)).toStrictEqual(['twice', 'never']);
  });

  it('for a cookie with an unknown choice, the bank page shows the default choices', async () => {
    await using setup = await startSandboxWithMerchant();
    const { result } = (await setup.merchant.openPayment()).body;
    const response = await fetch(result.redirectUrl, { headers: { cookie: 'pgw-callback=<b>' } });
    expect(findCheckedValues(await response.text())).toStrictEqual(['now', 'now']);
  });
});

describe('a card check', () => {
  it.each([
    ['123456', 'success'],
    ['12 34 56', 'success'],
    ['000000', 'failed'],
    ['12345', 'pending'],
    ['', 'pending'],
  ] as const)('after the code "%s" for a card, the payment has the status %s', async (code, status) => {
    await using setup = await startSandboxWithMerchant();
    const { result } = (await setup.merchant.openPayment({ channelId: channelIds.card })).body;
    await submitForm(result.redirectUrl, { outcome: 'approve', code });
    expect((await setup.merchant.queryPayment(result.transactionNumber)).body.status).toBe(
      paymentStatusNumber[status],
    );
  });

  it.each(['', '12345'])('for the incomplete code "%s", the bank page shows an error', async (code) => {
    await using setup = await startSandboxWithMerchant();
    const { result } = (await setup.merchant.openPayment({ channelId: channelIds.card })).body;
    const page = await (await submitForm(result.redirectUrl, { outcome: 'approve', code })).text();
    expect(page).toContain('Enter the 6 digits of the code.');
  });

  it('the bank page of a card has a button that authorizes for a later capture', async () => {
    await using setup = await startSandboxWithMerchant();
    const { result } = (await setup.merchant.openPayment({ channelId: channelIds.card })).body;
    const page = await (await fetch(result.redirectUrl)).text();
    expect(page).toContain('Is this you?');
    expect(page).toContain('value="authorize"');
  });
});

it('the bank page of a wallet shows its name and the total with the fee', async () => {
  await using setup = await startSandboxWithMerchant();
  const { result } = (await setup.merchant.openPayment({ channelId: channelIds.kilatPay })).body;
  const page = await (await fetch(result.redirectUrl)).text();
  expect(page).toContain('Approve in KilatPay');
  expect(page).toContain('129.40');
  expect(page).not.toContain('value="authorize"');
});

it('the bank page has a button for every outcome', async () => {
  await using setup = await startSandboxWithMerchant();
  const { result } = (await setup.merchant.openPayment({ channelId: channelIds.card })).body;
  const page = await (await fetch(result.redirectUrl)).text();
  const outcomeNames = [...page.matchAll(/name="outcome"\s+value="([^"]+)"/g)].map(
    (match) => match[1] as OutcomeName,
  );
  expect(outcomeNames.toSorted()).toStrictEqual(Object.keys(outcomes).toSorted());
});

/** Finds the values of the checked radio buttons of a page, in order. */
function findCheckedValues(page: string): (string | undefined)[] {
  return [...page.matchAll(/<input\s+type="radio"[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => /\schecked/.test(tag))
    .map((tag) => /value="([^"]+)"/.exec(tag)?.[1]);
}

describe('an authorized card', () => {
  it.each([
    ['void', 'voided', refundStatusNumber.voided],
    ['expire', 'expired', paymentStatusNumber.expired],
  ])('the button %s on the page of an authorized card sets the status %s', async (end, _name, status) => {
    await using setup = await startSandboxWithMerchant();
    const { result } = (await setup.merchant.openPayment({ channelId: channelIds.card })).body;
    await submitForm(result.redirectUrl, { outcome: 'authorize' });
    expect(await (await fetch(result.redirectUrl)).text()).toContain(`value="${end}"`);
    const page = await (await submitForm(`${result.redirectUrl}/authorization`, { end })).text();
    expect(page).not.toContain('<button');
    expect((await setup.merchant.queryPayment(result.transactionNumber)).body.status).toBe(status);
  });

  it('the form that ends an authorization does not change a pending payment', async () => {
    await using setup = await startSandboxWithMerchant();
    const { result } = (await setup.merchant.openPayment({ channelId: channelIds.card })).body;
    await submitForm(`${result.redirectUrl}/authorization`, { end: 'void' });
    expect((await setup.merchant.queryPayment(result.transactionNumber)).body.status).toBe(
      paymentStatusNumber.pending,
    );
  });

  it('the form that ends an authorization gets HTTP 404 for an unknown payment', async () => {
    await using setup = await startSandboxWithMerchant();
    const url = `${setup.sandbox.url}/bank/none/authorization`;
    expect((await submitForm(url, { end: 'void' })).status).toBe(404);
  });
});

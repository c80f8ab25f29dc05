import { updateOperation } from '../stores/contract/writes.ts';
import type { GatewayClientOptions } from '@pgw/client';
import { walletType } from '@pgw/protocol';
import { createSandbox, defaultTenant, type DecideOptions } from '@pgw/sandbox';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Operation } from '../../src/index.ts';
import { walletRecords, type Difference, type PayoutRequestOptions } from '../../src/operator/index.ts';
import { createCallbackPayload, sendCallback, type CallbackPayload } from '../callbacks.ts';
import { changeResponses, type Result } from '../changed-responses.ts';
import { createLossyConnection } from '../lossy-connection.ts';
import { payoutOptions, stagingPayouts } from '../payout-request.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import {
  createTestClient,
  gatewayStatus,
  openShop,
  orderTotal,
  type Shop,
  type ShopOptions,
} from '../shop.ts';

/** The payout channel of the staging environment. */
const payoutChannelId = 15;
const dayMs = 86_400_000;
let shop: Shop;
let now = 0;
afterEach(() => shop.close());

async function openPayoutShop(options: ShopOptions = {}): Promise<void> {
  now = Date.now();
  shop = await openShop({
    now: () => now,
    sandbox: { now: () => now, timestampWindowMs: 60 * dayMs },
    payouts: stagingPayouts,
    ...options,
  });
  await shop.checkout.ready;
}

const create = (options: Partial<PayoutRequestOptions> = {}, id = 'payout-0001'): Promise<Operation> =>
  shop.checkout.operator.payouts.create(id, { ...payoutOptions, ...options });

async function sweepAfter(ms: number): Promise<Operation | undefined> {
  now += ms;
  await shop.checkout.sweep();
  return shop.checkout.operator.payouts.get('payout-0001');
}

function decide(outcome: 'approve' | 'reject', options: DecideOptions = { callback: 'never' }): void {
  const [payout] = shop.sandbox.listPayouts();
  shop.sandbox.decidePayout(payout?.transactionNumber ?? '', outcome, options);
}

/** Waits until a callback has made the payout due. */
const waitForCallback = () =>
  expect.poll(() => shop.checkout.operator.payouts.get('payout-0001')).toMatchObject({ nextQueryAt: now });

describe('a payout', () => {
  it('is stored with its number and its receipt, and is done after the gateway has paid it out', async () => {
    await openPayoutShop();
    const payout = await create();
    expect(payout).toMatchObject({
      kind: 'payout',
      origin: 'shop',
      state: 'processing',
      requestedAmount: 12_000,
      channelId: payoutChannelId,
      beneficiary: { ...payoutOptions.beneficiary, number: '••••7890', name: 'K•••• B••••' },
      reason: 'Beans',
    });
    expect(payout.reference).toMatch(/^PO-[0-9A-Z]{16}$/);
    expect(payout.receiptUrl).toContain(payout.transactionNumber);
    expect(await sweepAfter(70_000)).toMatchObject({ state: 'processing', gatewayStatus: 0 });
    decide('approve');
    expect(await sweepAfter(dayMs)).toMatchObject({ state: 'done', amount: 12_000, nextQueryAt: null });
    expect(await shop.checkout.operator.payouts.list()).toHaveLength(1);
  });

  it('with a repeated id is sent once, also when the requests are concurrent', async () => {
    await openPayoutShop();
    const payouts = await Promise.all(Array.from({ length: 8 }, () => create()));
    expect(new Set(payouts.map(({ reference }) => reference)).size).toBe(1);
    expect(shop.sandbox.listPayouts()).toHaveLength(1);
    await expect(create({ amount: 11_999 })).rejects.toThrow(/the id belongs to another operation/);
    const beneficiary = { ...payoutOptions.beneficiary, number: '999' };
    await expect(create({ beneficiary })).rejects.toThrow(/the id belongs to another operation/);
  });

  it('that the gateway refuses has moved no money, and its message is stored', async () => {
    await openPayoutShop();
    expect(await create({ amount: 999_999_99 })).toMatchObject({
      state: 'refused',
      message: expect.stringContaining('2056'),
      nextQueryAt: null,
    });
    expect(shop.eventsNamed('payout-failed')).toHaveLength(1);
  });

  it('that its bank rejects is failed, and an event of level error reports it', async () => {
    await openPayoutShop();
    await create();
    decide('reject');
    expect(await sweepAfter(70_000)).toMatchObject({ state: 'failed', nextQueryAt: null });
    expect(shop.eventsNamed('payout-failed')).toMatchObject([
      { level: 'error', operationId: 'payout-0001', kind: 'payout', state: 'failed' },
    ]);
  });

  it('without a response is unknown, is never sent again, and is found in the history of the wallet', async () => {
    const { gatewayUrl, loseNextResponse } = createLossyConnection();
    await openPayoutShop({ gatewayUrl });
    loseNextResponse('payout');
    expect(await create()).toMatchObject({ state: 'unknown', transactionNumber: null });
    expect(await create()).toMatchObject({ state: 'unknown' });
    decide('approve');
    expect(await sweepAfter(70_000)).toMatchObject({ state: 'done' });
    expect(shop.sandbox.listPayouts()).toHaveLength(1);
  });

  it('that the gateway never received stays unknown, is reported on day 3, and is ended by a person', async () => {
    await openPayoutShop();
    shop.sandbox.scenario('request-lost', { endpoint: 'payout' });
    expect(await create()).toMatchObject({ state: 'unknown' });
    shop.sandbox.clearScenarios();
    expect(await sweepAfter(3 * dayMs)).toMatchObject({ state: 'unknown', overdueDays: 3 });
    expect(shop.eventsNamed('operation-overdue')).toHaveLength(1);
    const resolved = await shop.checkout.operator.payouts.resolve('payout-0001', {
      outcome: 'refused',
      reason: 'Not in the wallet history',
    });
    expect(resolved).toMatchObject({ state: 'refused', nextQueryAt: now });
    expect(await sweepAfter(1_000)).toMatchObject({ state: 'refused', nextQueryAt: null });
    expect(await shop.checkout.operator.discrepancies.list()).toEqual([]);
  });

  it('whose callback arrives before the response has the number and the receipt of the response', async () => {
    const payout = async (): Promise<Result> => {
      decide('approve', { callback: 'now' });
      await waitForCallback();
      return {};
    };
    await openPayoutShop({ gatewayUrl: changeResponses({ payout }) });
    const created = await create();
    expect(created).toMatchObject({ state: 'processing', receiptUrl: expect.stringContaining('http') });
    expect(created.transactionNumber).toBe(shop.sandbox.listPayouts()[0]?.transactionNumber);
    expect(await sweepAfter(1_000)).toMatchObject({ state: 'done' });
  });

  it('that is reported as reversed while another process changes it is queried', async () => {
    const store = memoryStore();
    let isChangedFirst = false;
    const commit: typeof store.commit = async (plan, work) => {
      const [changed] = plan.operations?.change ?? [];
      if (isChangedFirst && changed) {
        await updateOperation(store, changed.operation, { overdueDays: 3 });
        isChangedFirst = false;
      }
      return store.commit(plan, work);
    };
    let isReversed = false;
    const queryPayment = (): Result => (isReversed ? { status: gatewayStatus.failed } : {});
    await openPayoutShop({
      store: { ...store, commit },
      gatewayUrl: changeResponses({ queryPayment }),
    });
    const payout = await create();
    decide('approve');
    expect(await sweepAfter(70_000)).toMatchObject({ state: 'done', nextQueryAt: null });
    [isChangedFirst, isReversed] = [true, true];
    expect(await sendPayoutCallback(payout)).toBe(200);
    expect(await sweepAfter(1_000)).toMatchObject({ state: 'reversed', overdueDays: 3 });
  });

  it('whose callback arrives during a query is queried again at once', async () => {
    let duringQuery: (() => Promise<void>) | undefined;
    const queryPayment = async (): Promise<Result> => {
      const callback = duringQuery;
      duringQuery = undefined;
      await callback?.();
      return {};
    };
    await openPayoutShop({ gatewayUrl: changeResponses({ queryPayment }) });
    await create();
    now += 3 * dayMs;
    duringQuery = async () => {
      decide('approve', { callback: 'now' });
      await waitForCallback();
    };
    expect(await sweepAfter(1_000)).toMatchObject({ state: 'processing', nextQueryAt: now });
    expect(await sweepAfter(1_000)).toMatchObject({ state: 'done', nextQueryAt: null });
  });

  it('that an operator has stored as refused, and the gateway processes, is queried until it is done', async () => {
    const { gatewayUrl, loseNextResponse } = createLossyConnection();
    await openPayoutShop({ gatewayUrl });
    loseNextResponse('payout');
    await create();
    const { payouts } = shop.checkout.operator;
    await payouts.resolve('payout-0001', { outcome: 'refused', reason: 'Not found' });
    expect(await payouts.sync('payout-0001')).toMatchObject({
      state: 'processing',
      nextQueryAt: expect.any(Number),
    });
    decide('approve');
    expect(await sweepAfter(dayMs)).toMatchObject({ state: 'done', amount: 12_000, nextQueryAt: null });
  });

  it('that an operator has stored as done, and the gateway does not have, is a discrepancy', async () => {
    await openPayoutShop();
    shop.sandbox.scenario('request-lost', { endpoint: 'payout' });
    const { reference } = await create();
    shop.sandbox.clearScenarios();
    const { payouts, discrepancies } = shop.checkout.operator;
    await payouts.resolve('payout-0001', { outcome: 'done', reason: 'The bank confirms it' });
    expect(await sweepAfter(1_000)).toMatchObject({ state: 'done', nextQueryAt: null });
    expect(await discrepancies.list()).toMatchObject([{ reference, code: 'payout-missing' }]);
    expect(shop.eventsNamed('payout-failed').filter(({ state }) => state === 'done')).toHaveLength(1);
    await expect(discrepancies.accept(reference, { code: 'payout-missing', reason: ' ' })).rejects.toThrow(
      `Payout ${reference}: a reason is required`,
    );
    await discrepancies.accept(reference, { code: 'payout-missing', reason: 'Paid by hand' });
    await payouts.sync('payout-0001');
    expect(await discrepancies.list()).toEqual([]);
    expect(shop.eventsNamed('payout-failed').filter(({ state }) => state === 'done')).toHaveLength(1);
  });

  it('that an operator has stored as done is queried until the gateway reports its outcome', async () => {
    const { gatewayUrl, loseNextResponse } = createLossyConnection();
    await openPayoutShop({ gatewayUrl });
    loseNextResponse('payout');
    await create();
    const decision = { outcome: 'done', reason: 'The bank confirms it' } as const;
    await shop.checkout.operator.payouts.resolve('payout-0001', decision);
    expect(await sweepAfter(1_000)).toMatchObject({
      state: 'done',
      gatewayStatus: 0,
      nextQueryAt: expect.any(Number),
    });
    decide('reject');
    expect(await sweepAfter(dayMs)).toMatchObject({ state: 'reversed', nextQueryAt: null });
    expect(shop.eventsNamed('payout-failed').at(-1)).toMatchObject({ state: 'reversed' });
  });

  it('that a restored store does not have is refused by the gateway, and its outcome is queried', async () => {
    await openPayoutShop();
    await create();
    const first = shop;
    shop = await openShop({
      now: () => now,
      gatewayUrl: first.sandbox.url,
      payouts: stagingPayouts,
    });
    await shop.checkout.ready;
    now += dayMs;
    expect(await create()).toMatchObject({ state: 'unknown' });
    expect(await shop.checkout.operator.payouts.sync('payout-0001')).toMatchObject({ state: 'processing' });
    expect(first.sandbox.listPayouts()).toHaveLength(1);
    await first.close();
  });

  it('that a restored store has imported after its callback is returned for its id', async () => {
    await openPayoutShop();
    const payout = await create();
    await shop.close();
    await openPayoutShop();
    expect(await sendPayoutCallback(payout)).toBe(200);
    const [imported] = await shop.checkout.operator.payouts.list();
    expect(imported).toMatchObject({ origin: 'gateway', reference: payout.reference });
    expect(await create()).toEqual(imported);
    expect(shop.sandbox.listPayouts()).toEqual([]);
  });

  it.each([
    [
      'a bank without a code',
      { beneficiary: { method: 'bank', number: '1', name: 'A' } },
      'beneficiary.bankCode',
    ],
    [
      'a bank transfer without a name',
      { beneficiary: { ...payoutOptions.beneficiary, name: '' } },
      'beneficiary.name',
    ],
    [
      'an account without a number',
      { beneficiary: { ...payoutOptions.beneficiary, number: ' ' } },
      'beneficiary.number',
    ],
    [
      'a mobile phone without a number',
      { beneficiary: { method: 'mobileNumber', number: '' } },
      'beneficiary.number',
    ],
    ['an amount of zero', { amount: 0 }, 'amount'],
    ['an amount that is not an integer', { amount: 1.5 }, 'amount'],
    ['a currency in lower case', { currencyCode: 'my' }, 'currencyCode'],
  ] as const)('with %s is not sent, and the error names the option', async (_case, options, path) => {
    await openPayoutShop();
    await expect(create(options)).rejects.toMatchObject({
      code: 'invalid-request',
      violations: [expect.objectContaining({ path })],
    });
    expect(() => shop.checkout.operator.payouts.validate({ ...payoutOptions, ...options })).toThrow();
    expect(await shop.checkout.operator.payouts.list()).toEqual([]);
    expect(shop.sandbox.listPayouts()).toEqual([]);
  });

  it('needs the option payouts', async () => {
    await openPayoutShop({ payouts: undefined });
    await expect(create()).rejects.toThrow(/set the option payouts of createCheckout/);
  });
});

describe('a callback of a payout', () => {
  it('is acknowledged, and makes the sweep query the payout', async () => {
    await openPayoutShop();
    const { transactionNumber } = await create();
    decide('approve', {});
    await expect
      .poll(() => shop.sandbox.listCallbacks(transactionNumber ?? ''))
      .toMatchObject([{ state: 'delivered', lastResponse: 'HTTP 200', tries: 1 }]);
    expect(await sweepAfter(1000)).toMatchObject({ state: 'done' });
    expect(await shop.checkout.operator.unknownTransactions.list()).toEqual([]);
  });

  it('makes the sweep query a final payout once, and a failure after Success reverses the payout', async () => {
    await openPayoutShop();
    // The sandbox cannot take back a payout, so the status in its record is replaced.
    const gateway = createTestClient(shop.sandbox.url);
    const sandboxShop = shop;
    let status: number = gatewayStatus.success;
    const queryPayment: typeof gateway.queryPayment = async (input) => ({
      ...(await gateway.queryPayment(input)),
      status,
    });
    shop = await openShop({
      gateway: { ...gateway, queryPayment },
      now: () => now,
      payouts: stagingPayouts,
    });
    await shop.checkout.ready;
    onTestFinished(async () => {
      await gateway.close();
      await sandboxShop.close();
    });
    const payout = await create();
    expect(await sweepAfter(70_000)).toMatchObject({ state: 'done' });
    expect(await sendPayoutCallback(payout)).toBe(200);
    expect(await sweepAfter(1000)).toMatchObject({ state: 'done', nextQueryAt: null });
    status = gatewayStatus.failed;
    expect(await sendPayoutCallback(payout)).toBe(200);
    expect(await sweepAfter(1000)).toMatchObject({ state: 'reversed', nextQueryAt: null });
    expect(shop.eventsNamed('payout-failed')).toMatchObject([{ level: 'error', state: 'reversed' }]);
  });

  it('that another program has requested is imported once', async () => {
    await openPayoutShop();
    const callback = { reference: 'OTHER-1', transactionNumber: 'T-1' };
    expect(await sendPayoutCallback(callback)).toBe(200);
    expect(await sendPayoutCallback(callback)).toBe(200);
    expect(await shop.checkout.operator.payouts.list()).toMatchObject([
      { id: 'gateway:T-1', origin: 'gateway', reference: 'OTHER-1', beneficiary: null },
    ]);
    expect(shop.eventsNamed('payout-imported')).toHaveLength(1);
    expect(await shop.checkout.operator.unknownTransactions.list()).toEqual([]);
  });
});

describe('a payout elsewhere whose amount is reported as a decimal', () => {
  const decimal = orderTotal / 100;

  it('is imported with the amount of its record', async () => {
    await openPayoutShop();
    const { transactionNumber } = await requestElsewhere('OTHER-1');
    expect(await sendPayoutCallback({ reference: 'OTHER-1', transactionNumber }, { amount: decimal })).toBe(
      200,
    );
    expect(await shop.checkout.operator.payouts.list()).toMatchObject([
      { reference: 'OTHER-1', requestedAmount: orderTotal, amount: orderTotal },
    ]);
    expect(shop.eventsNamed('payout-imported')).toMatchObject([{ amount: orderTotal }]);
  });

  it('is kept as received until its record has an amount, and the gateway repeats the callback', async () => {
    await openPayoutShop();
    const { transactionNumber } = await requestElsewhere('OTHER-1');
    const payout = { reference: 'OTHER-1', transactionNumber };
    shop.sandbox.scenario('decimal-amounts');
    expect(await sendPayoutCallback(payout, { amount: decimal })).toBe(503);
    const { operator } = shop.checkout;
    expect(await operator.payouts.list()).toEqual([]);
    expect(await operator.unknownTransactions.list()).toMatchObject([{ transactionNumber, amount: decimal }]);
    expect(shop.eventsNamed('callback-for-unknown-payment')).toMatchObject([{ receivedAmount: decimal }]);
    shop.sandbox.clearScenarios();
    expect(await sendPayoutCallback(payout, { amount: decimal })).toBe(200);
    expect(await operator.payouts.list()).toMatchObject([{ reference: 'OTHER-1', amount: orderTotal }]);
    expect(await operator.unknownTransactions.list()).toEqual([]);
  });

  it('has the amount of its record, whatever integer its callback reported', async () => {
    await openPayoutShop();
    const { transactionNumber } = await requestElsewhere('OTHER-1');
    expect(await sendPayoutCallback({ reference: 'OTHER-1', transactionNumber }, { amount: 129 })).toBe(200);
    decide('approve');
    await sweepAfter(70_000);
    expect(await shop.checkout.operator.payouts.list()).toMatchObject([
      { state: 'done', requestedAmount: orderTotal, amount: orderTotal },
    ]);
    expect(shop.eventsNamed('payout-failed')).toEqual([]);
  });
});

it('a payout of the shop is not done while its record has a decimal amount', async () => {
  await openPayoutShop();
  await create({ amount: 12_345 });
  decide('approve');
  shop.sandbox.scenario('decimal-amounts');
  expect(await sweepAfter(70_000)).toMatchObject({ state: 'processing', amount: 12_345 });
  shop.sandbox.clearScenarios();
  expect(await sweepAfter(dayMs)).toMatchObject({ state: 'done', amount: 12_345 });
  expect(shop.eventsNamed('payout-failed')).toEqual([]);
});

describe('a payout whose reference looks like that of an order', () => {
  it('does not block the order, and cannot be adopted', async () => {
    await openPayoutShop({ resolveUnknownPayment: () => 'A1' });
    const payout = await requestElsewhere('A1');
    expect(await sendPayoutCallback({ reference: 'A1', transactionNumber: payout.transactionNumber })).toBe(
      200,
    );
    expect((await shop.start({ order: 'A1' })).status).toBe(201);
    await expect(shop.checkout.operator.unknownTransactions.adopt(payout.transactionNumber)).rejects.toThrow(
      /it is a payout/,
    );
    expect(shop.fulfilledReferences).toEqual([]);
  });

  it('does not pay the payment with its reference, and the difference needs attention', async () => {
    await openPayoutShop();
    shop.sandbox.scenario('request-lost', { endpoint: 'requestPayment' });
    await shop.start();
    shop.sandbox.clearScenarios();
    const [payment] = await shop.checkout.payments.list({ orderId: 'A1' });
    const reference = payment?.reference ?? '';
    const { transactionNumber } = await requestElsewhere(reference);
    decide('approve');
    expect(await sendPayoutCallback({ reference, transactionNumber })).toBe(200);
    await expect
      .poll(() => shop.checkout.operator.discrepancies.list())
      .toMatchObject([{ reference, code: 'payout-reference' }]);
    expect(await shop.checkout.payments.get(reference)).toMatchObject({
      state: 'unknown',
      transactionNumber: null,
    });
    expect(shop.fulfilledReferences).toEqual([]);
  });
});

it('operator.records.compare compares the stored payouts with the history of the wallet', async () => {
  await openPayoutShop();
  const { reference } = await create();
  decide('approve');
  await sweepAfter(70_000);
  const elsewhere = await requestElsewhere('OTHER-1');
  const gateway = createTestClient(shop.sandbox.url);
  onTestFinished(() => gateway.close());
  const { wallets } = await gateway.inquiryWallet({ tenantId: Number(defaultTenant.id) });
  const wallet = wallets.find(({ walletType: type }) => type === walletType.payout);
  const period = { from: now - dayMs, to: now + dayMs };
  const records = walletRecords(gateway, { walletId: wallet?.id ?? 0, ...period });
  const differences: Difference[] = [];
  for await (const difference of shop.checkout.operator.records.compare({ records, ...period }))
    differences.push(difference);
  expect(differences).toMatchObject([
    { type: 'unknown', kind: 'payout', gateway: { transactionNumber: elsewhere.transactionNumber } },
  ]);
  expect(differences.map((difference) => difference.gateway?.reference)).not.toContain(reference);
});

describe('the banks of payouts', () => {
  it('are those of the gateway, sorted by name', async () => {
    await openPayoutShop();
    const banks = await shop.checkout.operator.payouts.banks();
    expect(banks).toContainEqual({ code: 'BSERI01', name: 'Bank Seri' });
    const names = banks.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  it('are requested from the path of the profile', async () => {
    const profile = { paths: { getPayoutBanks: '/api/v2/PayoutBanks' } };
    const sandbox = await createSandbox({ port: 0, profile });
    const urls: string[] = [];
    const onExchange: GatewayClientOptions['onExchange'] = ({ url }) => void urls.push(url);
    const gateway = createTestClient(sandbox.url, { profile, onExchange });
    onTestFinished(async () => {
      await gateway.close();
      await sandbox.close();
    });
    await openPayoutShop({ gateway });
    const banks = await shop.checkout.operator.payouts.banks();
    expect(banks).toContainEqual({ code: 'BSERI01', name: 'Bank Seri' });
    expect(urls.filter((url) => url.includes('/api/v2/PayoutBanks'))).toHaveLength(1);
    expect(urls.join()).not.toContain('GetProviderChannels');
  });

  it('are the configured ones, if there are any', async () => {
    const banks = [{ code: 'X1', name: 'Bank X' }];
    await openPayoutShop({ payouts: { merchantId: 1, banks } });
    expect(await shop.checkout.operator.payouts.banks()).toEqual(banks);
  });
});

/** Sends a callback of the payout channel that reports Success. Resolves with the status of the response. */
async function sendPayoutCallback(
  payout: Pick<Operation, 'reference' | 'transactionNumber'>,
  fields: CallbackPayload = {},
): Promise<number> {
  const payload = createCallbackPayload(payout, { channelId: payoutChannelId, ...fields });
  return (await sendCallback(shop, payload)).status;
}

/** Requests a payout at the gateway without the checkout. */
async function requestElsewhere(referenceCode: string) {
  const gateway = createTestClient(shop.sandbox.url);
  onTestFinished(() => gateway.close());
  return gateway.payout({
    channelId: payoutChannelId,
    providerChannelId: 'BSERI01',
    currencyCode: 'MYR',
    amount: orderTotal,
    referenceCode,
    ipAddress: '127.0.0.1',
    returnUrl: 'https://shop.example/',
    customer: { name: 'A', username: '1234' },
    localCitizen: true,
  });
}

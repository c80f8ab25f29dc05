import {
  defaultProfile,
  endpoints,
  redirectionType,
  sign,
  walletEntryType,
  walletType as walletTypes,
} from '@pgw/protocol';
import { canonicalJson } from '@pgw/protocol/internal';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { paymentStatusNumber } from '../../src/catalogue/status-numbers.ts';
import { defaultTenant, type Sandbox, type Wallet } from '../../src/index.ts';
import { expectInvalidFields } from '../expect-invalid-fields.ts';
import { faultCodes } from '../fault-codes.ts';
import {
  startCallbackReceiver,
  Merchant,
  startSandboxWithMerchant,
  createPayoutRequest,
  payoutChannelId,
  otherTenant,
} from '../merchant.ts';

describe('the result of a payout', () => {
  it.each(Object.values(defaultProfile.payoutChannelId))(
    'the result of a payout with channel %i has the fields of the interface',
    async (channelId) => {
      await using setup = await startSandboxWithMerchant();
      const { status, body } = await setup.merchant.openPayout({ channelId });
      expect(status).toBe(200);
      expect(endpoints.payout.response.parse(body.result)).toStrictEqual({
        currencyCode: 'MYR',
        amount: 25_000,
        transactionNumber: expect.stringMatching(/^2009[0-9A-F]{15}\d{6}$/),
        channelId,
        redirectionType: redirectionType.url,
        redirectUrl: `${setup.sandbox.url}/payout/${body.result.transactionNumber}`,
      });
    },
  );

  // Pay-ins and payouts have the same path. The channel decides which of them a request opens.
  it('a request with a pay-in channel opens a pay-in', async () => {
    await using setup = await startSandboxWithMerchant();
    expect(
      (await setup.merchant.openPayment({ channelId: channelIds.pasarPay })).body.result.redirectUrl,
    ).toContain('/bank/');
  });

  it('a request with a payout channel opens a payout, with property names in any letter case', async () => {
    await using setup = await startSandboxWithMerchant();
    const { channelId, ...rest } = createPayoutRequest();
    const response = await setup.merchant.post('payout', { ...rest, CHANNELID: channelId! });
    expect(response.body.result.redirectUrl).toContain('/payout/');
  });
});

describe('the fields of a payout', () => {
  it.each([
    'providerChannelId',
    'currencyCode',
    'amount',
    'referenceCode',
    'ipAddress',
    'returnUrl',
    'customer',
    'localCitizen',
    'timestamp',
  ])('a payout without %s is refused', async (name) => {
    await using setup = await startSandboxWithMerchant();
    const { [name]: _omitted, ...rest } = createPayoutRequest();
    expectInvalidFields(await setup.merchant.post('payout', rest), [name]);
  });

  it.each([
    ['email', 150],
    ['mobileNo', 16],
    ['name', 36],
    ['username', 36],
  ])('a payout accepts a customer.%s of at most %i characters', async (name, length) => {
    await using setup = await startSandboxWithMerchant();
    const customer = { name: 'Aminah', username: '1' };
    const accepted = await setup.merchant.openPayout({
      customer: { ...customer, [name]: '1'.repeat(length) },
    });
    expect(accepted.status).toBe(200);
    const response = await setup.merchant.openPayout({
      customer: { ...customer, [name]: '1'.repeat(length + 1) },
    });
    expectInvalidFields(response, [`customer.${name}`]);
  });

  it('a payout by bank transfer requires a name', async () => {
    await using setup = await startSandboxWithMerchant();
    expectInvalidFields(await setup.merchant.openPayout({ customer: { username: '1' } }), ['customer.name']);
  });

  it('a payout to a mobile number requires that number, and the name is optional', async () => {
    await using setup = await startSandboxWithMerchant();
    // The code of a payout to a mobile number.
    const mobileNumberFields = { providerChannelId: 'mbno' };
    expectInvalidFields(
      await setup.merchant.openPayout({ ...mobileNumberFields, customer: { name: 'Aminah' } }),
      ['customer.mobileNo'],
    );
    expect(
      (await setup.merchant.openPayout({ ...mobileNumberFields, customer: { mobileNo: '0123456789' } }))
        .status,
    ).toBe(200);
  });

  it('a payout with the reference of a pay-in in another letter case gets fault 2009 (duplicate transaction)', async () => {
    await using setup = await startSandboxWithMerchant();
    await setup.merchant.openPayment({ referenceCode: 'Ref-1' });
    expect((await setup.merchant.openPayout({ referenceCode: 'REF-1' })).body.error.code).toBe(
      faultCodes.duplicateTransaction,
    );
  });

  it('a pay-in with the reference of a payout in another letter case gets fault 2009 (duplicate transaction)', async () => {
    await using setup = await startSandboxWithMerchant();
    await setup.merchant.openPayout({ referenceCode: 'Out-1' });
    expect((await setup.merchant.openPayment({ referenceCode: 'out-1' })).body.error.code).toBe(
      faultCodes.duplicateTransaction,
    );
  });
});

it.each([
  ['JPY', 2_500, 7_500],
  ['KWD', 2_500, 7.5],
])(
  'a payout in %s is paid from the wallet of this currency, whose history has decimals of the currency',
  async (currencyCode, amount, balance) => {
    await using setup = await startSandboxWithMerchant();
    const { sandbox, merchant } = setup;
    const walletId = sandbox.openWallet({ walletType: walletTypes.payout, currencyCode, balance: 10_000 });
    expect((await merchant.openPayout({ currencyCode, amount })).status).toBe(200);
    const { result } = (await merchant.queryWalletHistory(walletId)).body;
    expect(result.walletBalance).toBe(balance);
    const again = { walletType: walletTypes.payout, currencyCode, balance: 1 };
    expect(() => sandbox.openWallet(again)).toThrow(
      `Merchant 1001 has a wallet of type 2 in ${currencyCode}.`,
    );
  },
);

describe('fault 2056 (payout failed)', () => {
  it.each([
    // The balance of the payout wallet is RM 50,000.00.
    ['an amount above the balance', { amount: 5_000_001 }, 'is lower than the amount'],
    ['a currency without a payout wallet', { currencyCode: 'SGD' }, 'SGD'],
    ['a bank transfer and no account number', { customer: { name: 'Aminah' } }, 'no account'],
    [
      'the code NRIC (identity card) and no ID number',
      { providerChannelId: 'NRIC', customer: {} },
      'no account',
    ],
    ['a bank that is offline', { providerChannelId: 'BKINA01' }, 'Bank Kinabalu'],
  ])('a payout with %s gets fault 2056 (payout failed) with the cause', async (_name, fields, cause) => {
    await using setup = await startSandboxWithMerchant();
    const accountsBefore = setup.sandbox.listAccounts();
    const response = await setup.merchant.openPayout({ ...fields, referenceCode: 'AGAIN' });
    expect(response).toMatchObject({
      status: 400,
      body: { result: null, error: { code: faultCodes.payoutFailed } },
    });
    expect(response.body.error.message).toMatch(/^Failed Payment Request: /);
    expect(response.body.error.message).toContain(cause);
    expect(setup.sandbox.listAccounts()).toStrictEqual(accountsBefore);
    // The reference can still be used.
    expect((await setup.merchant.openPayout({ referenceCode: 'AGAIN' })).status).toBe(200);
  });

  it('a payout from an inactive wallet gets fault 2056 (payout failed) until the wallet is active again', async () => {
    await using setup = await startSandboxWithMerchant();
    const wallet = findPayoutWallet(setup.sandbox);
    setup.sandbox.setWalletStatus(wallet.id, 'inactive');
    expect((await setup.merchant.openPayout()).body.error).toMatchObject({
      code: faultCodes.payoutFailed,
      message: expect.stringContaining('inactive'),
    });
    setup.sandbox.setWalletStatus(wallet.id, 'active');
    expect((await setup.merchant.openPayout()).status).toBe(200);
  });

  it('with payout-refused, a payout gets fault 2056 (payout failed)', async () => {
    await using setup = await startSandboxWithMerchant();
    setup.sandbox.scenario('payout-refused', { times: 1 });
    expect((await setup.merchant.openPayout()).body.error.code).toBe(faultCodes.payoutFailed);
    expect((await setup.merchant.openPayout()).status).toBe(200);
  });
});

function findPayoutWallet(sandbox: Sandbox): Wallet {
  return sandbox.listWallets().find(({ walletType }) => walletType === walletTypes.payout)!;
}

describe('a payout', () => {
  it('a payout debits the payout wallet immediately', async () => {
    await using setup = await startSandboxWithMerchant();
    const wallet = findPayoutWallet(setup.sandbox);
    const { transactionNumber } = (await setup.merchant.openPayout({ amount: 25_000 })).body.result;
    expect(findPayoutWallet(setup.sandbox).balance).toBe(wallet.balance - 25_000);
    expect(setup.sandbox.walletHistory(wallet.id).at(-1)).toMatchObject({
      type: walletEntryType.payout,
      amount: -25_000,
    });
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
      paymentStatusNumber.pending,
    );
  });

  it('an approved payout sends a callback, and a payment query returns it with status 1 (success)', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant();
    const { result } = (await setup.merchant.openPayout({ callbackUrl: receiver.url })).body;
    const { transactionNumber } = result;
    expect(setup.sandbox.decidePayout(transactionNumber, 'approve')).toBe(true);
    const [callback] = await receiver.waitForCallbacks(1);
    expect(callback?.body).toMatchObject({
      transactionNumber,
      status: paymentStatusNumber.success,
      amount: 25_000,
      channelId: payoutChannelId,
    });
    expect((await setup.merchant.queryPayment(transactionNumber)).body).toMatchObject({
      status: paymentStatusNumber.success,
      transactionNumber,
    });
  });

  it('an approved payout cannot be rejected', async () => {
    await using setup = await startSandboxWithMerchant();
    const { transactionNumber } = (await setup.merchant.openPayout()).body.result;
    setup.sandbox.decidePayout(transactionNumber, 'approve');
    expect(setup.sandbox.decidePayout(transactionNumber, 'reject')).toBe(false);
    expect(setup.sandbox.findPayout(transactionNumber)?.status).toBe(paymentStatusNumber.success);
  });

  it('a rejected payout returns the amount to the wallet in an entry of the type Reverse', async () => {
    await using setup = await startSandboxWithMerchant();
    const wallet = findPayoutWallet(setup.sandbox);
    const { transactionNumber } = (await setup.merchant.openPayout()).body.result;
    setup.sandbox.decidePayout(transactionNumber, 'reject');
    expect(findPayoutWallet(setup.sandbox).balance).toBe(wallet.balance);
    expect(setup.sandbox.walletHistory(wallet.id).at(-1)).toMatchObject({
      type: walletEntryType.reverse,
      amount: 25_000,
    });
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
      paymentStatusNumber.failed,
    );
  });

  it('a payout is approved automatically after payoutDelayMs', async () => {
    await using setup = await startSandboxWithMerchant({ payoutDelayMs: 30 });
    const { transactionNumber } = (await setup.merchant.openPayout()).body.result;
    await expect
      .poll(() => setup.sandbox.findPayout(transactionNumber)?.status)
      .toBe(paymentStatusNumber.success);
  });

  it('with payout-rejected, the bank rejects the payout', async () => {
    await using setup = await startSandboxWithMerchant({ payoutDelayMs: 30 });
    setup.sandbox.scenario('payout-rejected', { times: 1 });
    const { transactionNumber } = (await setup.merchant.openPayout()).body.result;
    await expect
      .poll(() => setup.sandbox.findPayout(transactionNumber)?.status)
      .toBe(paymentStatusNumber.failed);
  });

  it('a payment query does not find a payout of another merchant', async () => {
    await using setup = await startSandboxWithMerchant({ tenants: [defaultTenant, otherTenant] });
    const { transactionNumber } = (await setup.merchant.openPayout()).body.result;
    const otherMerchant = await new Merchant(setup.sandbox.url, otherTenant).login();
    expect((await otherMerchant.queryPayment(transactionNumber)).body.error.code).toBe(
      faultCodes.transactionNotFound,
    );
  });
});

it.each(['payout', 'inquiryWallet', 'queryWalletHistory'] as const)(
  'a wrong signature on %s is reported inside result, with error null',
  async (name) => {
    await using setup = await startSandboxWithMerchant();
    const data = { ...createPayoutRequest(), tenantId: Number(defaultTenant.id) };
    const wrongSignature = sign(setup.merchant.toUrl(name), data, 'another key');
    const response = await setup.merchant.send(name, {
      body: canonicalJson(data),
      headers: setup.merchant.createHeaders({ 'cap-signature': wrongSignature }),
    });
    expect(response).toMatchObject({
      status: 400,
      body: { result: { code: 1, message: 'Invalid Signature.' }, error: null },
    });
  },
);

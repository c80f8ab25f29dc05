import { expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { paymentStatusNumber, refundStatusNumber } from '../../src/catalogue/status-numbers.ts';
import { faultCodes } from '../fault-codes.ts';
import {
  startCallbackReceiver,
  startSandboxWithMerchant,
  createPaymentRequest,
  readNumberOfUrl,
  type Merchant,
} from '../merchant.ts';

async function openSession(merchant: Merchant, fields = {}): Promise<{ number: string; url: string }> {
  const { channelId: _omitted, ...data } = createPaymentRequest();
  const { body } = await merchant.post('initialSession', { ...data, ...fields });
  return { number: body.result.sessionNumber, url: body.result.redirectUrl };
}

function chooseChannel(url: string, channelId: number): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams({ channel: String(channelId) }) });
}

function submitOutcome(url: string, outcome: string): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }) });
}

it('a session stays open after a failed attempt, and ends with a successful attempt', async () => {
  await using receiver = await startCallbackReceiver();
  await using setup = await startSandboxWithMerchant();
  const session = await openSession(setup.merchant, { callbackUrl: receiver.url });
  const query = async () =>
    (await setup.merchant.get('queryPayment', { sessionNumber: session.number, timestamp: Date.now() })).body;

  const firstAttempt = await chooseChannel(session.url, channelIds.pasarPay);
  expect(await (await submitOutcome(firstAttempt.url, 'decline')).text()).toContain(
    'Declined. Returning to the payment page',
  );
  expect(await (await fetch(session.url)).text()).toContain('PasarPay declined this payment.');
  expect(await query()).toMatchObject({
    status: paymentStatusNumber.failed,
    paymentSessionNumber: session.number,
  });

  const secondAttempt = await chooseChannel(session.url, channelIds.kilatPay);
  expect(secondAttempt.url).not.toBe(firstAttempt.url);
  expect(await query()).toMatchObject({
    status: paymentStatusNumber.pending,
    paymentSessionNumber: session.number,
  });
  expect(await (await submitOutcome(secondAttempt.url, 'approve')).text()).toContain(
    'Returning to Sandbox merchant',
  );
  expect(await query()).toMatchObject({
    status: paymentStatusNumber.success,
    paymentSessionNumber: session.number,
  });
  expect(await (await fetch(session.url)).text()).toContain('This order is paid.');

  const callbacks = await receiver.waitForCallbacks(2);
  expect(callbacks.map(({ body }) => [body.status, body.paymentSessionNumber])).toStrictEqual([
    [paymentStatusNumber.failed, session.number],
    [paymentStatusNumber.success, session.number],
  ]);
});

it.each(['sessionNumber', 'transactionNumber'])(
  'a query by %s of a session without an attempt gets fault 2010 (not found)',
  async (name) => {
    await using setup = await startSandboxWithMerchant();
    const session = await openSession(setup.merchant);
    const query = { [name]: session.number, timestamp: Date.now() };
    expect(await setup.merchant.get('queryPayment', query)).toMatchObject({
      status: 400,
      body: {
        result: null,
        error: { code: faultCodes.transactionNotFound, message: 'Transaction Not Found' },
      },
    });
  },
);

it('after a declined attempt the session and its transaction have the same record', async () => {
  await using setup = await startSandboxWithMerchant();
  const session = await openSession(setup.merchant);
  const attempt = await chooseChannel(session.url, channelIds.pasarPay);
  await submitOutcome(attempt.url, 'decline');
  const transactionNumber = readNumberOfUrl(attempt.url);
  const transactionRecord = (await setup.merchant.queryPayment(transactionNumber)).body;
  expect(transactionRecord).toMatchObject({ status: paymentStatusNumber.failed, transactionNumber });
  for (const name of ['sessionNumber', 'transactionNumber']) {
    const query = { [name]: session.number, timestamp: Date.now() };
    expect((await setup.merchant.get('queryPayment', query)).body).toStrictEqual(transactionRecord);
  }
});

it('a query of a session that expired without an attempt gets fault 2010 (not found), and the session has no payment', async () => {
  let clockOffsetMs = 0;
  await using setup = await startSandboxWithMerchant({ now: () => Date.now() + clockOffsetMs });
  const session = await openSession(setup.merchant, { expiredInMinutes: 1 });
  clockOffsetMs = 61_000;
  const query = { sessionNumber: session.number, timestamp: Date.now() + clockOffsetMs };
  expect((await setup.merchant.get('queryPayment', query)).body.error.code).toBe(
    faultCodes.transactionNotFound,
  );
  expect(setup.sandbox.findSession(session.number)?.status).toBe(paymentStatusNumber.expired);
  expect(setup.sandbox.listPayments()).toStrictEqual([]);
});

it('a new attempt of a session cancels the open attempt, so that the session is paid only once', async () => {
  await using setup = await startSandboxWithMerchant();
  const session = await openSession(setup.merchant);
  const firstAttempt = await chooseChannel(session.url, channelIds.pasarPay);
  const secondAttempt = await chooseChannel(session.url, channelIds.kilatPay);
  await submitOutcome(secondAttempt.url, 'approve');
  expect(await (await submitOutcome(firstAttempt.url, 'approve')).text()).not.toContain('Approved');
  expect(setup.sandbox.listPayments().map(({ status }) => status)).toStrictEqual([
    paymentStatusNumber.success,
    paymentStatusNumber.canceled,
  ]);
});

it('a session that is canceled on the hosted page has status 8 (canceled by the shopper) and one callback', async () => {
  await using receiver = await startCallbackReceiver();
  await using setup = await startSandboxWithMerchant();
  const session = await openSession(setup.merchant, { callbackUrl: receiver.url });
  const response = await fetch(`${session.url}/cancel`, { method: 'POST', redirect: 'manual' });
  const [callback] = await receiver.waitForCallbacks(1);
  expect(callback?.body).toMatchObject({
    status: paymentStatusNumber.userCanceled,
    paymentSessionNumber: session.number,
  });
  const transactionNumber = callback!.body.transactionNumber!;
  expect(response.headers.get('location')).toContain(`&TransactionNumber=${transactionNumber}`);
  expect((await setup.merchant.queryPayment(transactionNumber)).body).toMatchObject({
    status: paymentStatusNumber.userCanceled,
  });
  expect(await (await fetch(session.url)).text()).toContain('Payment cancelled');
});

it('a session expires after expiredInMinutes, with one callback', async () => {
  let clockOffsetMs = 0;
  await using receiver = await startCallbackReceiver();
  await using setup = await startSandboxWithMerchant({ now: () => Date.now() + clockOffsetMs });
  const session = await openSession(setup.merchant, { expiredInMinutes: 30, callbackUrl: receiver.url });
  const attempt = await chooseChannel(session.url, channelIds.pasarPay);
  clockOffsetMs = 29 * 60_000;
  expect(await (await fetch(session.url)).text()).toContain('How would you like to pay?');
  clockOffsetMs = 31 * 60_000;
  expect(await (await fetch(session.url)).text()).toContain('Payment time ran out');
  const [callback] = await receiver.waitForCallbacks(1);
  expect(callback?.body.status).toBe(paymentStatusNumber.expired);
  expect(setup.sandbox.listCallbacks(readNumberOfUrl(attempt.url))).toHaveLength(1);
});

it('a session is paid when its failed attempt is paid later', async () => {
  await using setup = await startSandboxWithMerchant();
  const session = await openSession(setup.merchant);
  const firstAttempt = await chooseChannel(session.url, channelIds.pasarPay);
  await submitOutcome(firstAttempt.url, 'decline');
  await chooseChannel(session.url, channelIds.kilatPay);
  const transactionNumber = readNumberOfUrl(firstAttempt.url);
  setup.sandbox.changeStatus(transactionNumber, paymentStatusNumber.success);
  const query = { sessionNumber: session.number, timestamp: Date.now() };
  expect((await setup.merchant.get('queryPayment', query)).body).toMatchObject({
    status: paymentStatusNumber.success,
    transactionNumber,
  });
});

it('the record of a session shows the refund of its paid attempt, even if a newer attempt exists', async () => {
  await using setup = await startSandboxWithMerchant();
  const session = await openSession(setup.merchant);
  const firstAttempt = await chooseChannel(session.url, channelIds.pasarPay);
  const paidNumber = readNumberOfUrl(firstAttempt.url);
  await chooseChannel(session.url, channelIds.kilatPay);
  // A provider changes its decision: it pays the first attempt, although a second attempt has replaced it.
  setup.sandbox.changeStatus(paidNumber, paymentStatusNumber.success);
  expect((await setup.merchant.refund(paidNumber)).body).toMatchObject({
    refundStatus: refundStatusNumber.refunded,
    paymentSessionNumber: session.number,
  });
  const query = { sessionNumber: session.number, timestamp: Date.now() };
  expect((await setup.merchant.get('queryPayment', query)).body).toMatchObject({
    status: refundStatusNumber.refunded,
    transactionNumber: paidNumber,
  });
});

it('a session with a lifetime of more than a year is refused, and the next request is accepted', async () => {
  await using setup = await startSandboxWithMerchant();
  const minutesPerYear = 365 * 24 * 60;
  for (const expiredInMinutes of [minutesPerYear + 1, Number.MAX_SAFE_INTEGER]) {
    const refusal = await setup.merchant.post('initialSession', {
      ...createPaymentRequest(),
      expiredInMinutes,
    });
    expect(refusal).toMatchObject({
      status: 400,
      body: { error: { validationErrors: [{ members: ['expiredInMinutes'] }] } },
    });
  }
  expect((await setup.merchant.openPayment()).status).toBe(200);
});

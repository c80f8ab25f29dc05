import { expect, it } from 'vitest';
import { callbackReceiver, openShop, payment, type Merchant } from '../merchant.ts';

async function openSession(merchant: Merchant, fields = {}): Promise<{ number: string; url: string }> {
  const { channelId: _left, ...data } = payment();
  const { body } = await merchant.post('initialSession', { ...data, ...fields });
  return { number: body.result.sessionNumber, url: body.result.redirectUrl };
}

function choose(url: string, channel: string): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams({ channel }) });
}

function submit(url: string, outcome: string): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }) });
}

it('a session stays open after failed attempts and ends with the successful one', async () => {
  await using receiver = await callbackReceiver();
  await using shop = await openShop();
  const session = await openSession(shop.merchant, { callbackUrl: receiver.url });
  const query = async () =>
    (await shop.merchant.get('queryPayment', { sessionNumber: session.number, timestamp: Date.now() })).body;

  const first = await choose(session.url, '7');
  expect(await (await submit(first.url, 'decline')).text()).toContain(
    'Declined. Returning to the payment page',
  );
  expect(await (await fetch(session.url)).text()).toContain('PasarPay declined this payment.');
  expect(await query()).toMatchObject({ status: 2, paymentSessionNumber: session.number });

  const second = await choose(session.url, '5');
  expect(second.url).not.toBe(first.url);
  expect(await query()).toMatchObject({ status: 0, paymentSessionNumber: session.number });
  expect(await (await submit(second.url, 'approve')).text()).toContain('Returning to Rimba Coffee');
  expect(await query()).toMatchObject({ status: 1, paymentSessionNumber: session.number });
  expect(await (await fetch(session.url)).text()).toContain('This order is paid.');

  const callbacks = await receiver.atLeast(2);
  expect(callbacks.map(({ body }) => [body.status, body.paymentSessionNumber])).toStrictEqual([
    [2, session.number],
    [1, session.number],
  ]);
});

it.each(['sessionNumber', 'transactionNumber'])(
  'a query by %s of a session without an attempt gets 2010',
  async (name) => {
    await using shop = await openShop();
    const session = await openSession(shop.merchant);
    const query = { [name]: session.number, timestamp: Date.now() };
    expect(await shop.merchant.get('queryPayment', query)).toMatchObject({
      status: 400,
      body: { result: null, error: { code: 2010, message: 'Transaction Not Found' } },
    });
  },
);

it('after a declined attempt the session and its transaction have the same record', async () => {
  await using shop = await openShop();
  const session = await openSession(shop.merchant);
  const attempt = await choose(session.url, '7');
  await submit(attempt.url, 'decline');
  const transactionNumber = new URL(attempt.url).pathname.split('/').at(-1) ?? '';
  const ofTransaction = (await shop.merchant.query(transactionNumber)).body;
  expect(ofTransaction).toMatchObject({ status: 2, transactionNumber });
  for (const name of ['sessionNumber', 'transactionNumber']) {
    const query = { [name]: session.number, timestamp: Date.now() };
    expect((await shop.merchant.get('queryPayment', query)).body).toStrictEqual(ofTransaction);
  }
});

it('a query of a session that expired without an attempt gets 2010, and no callback is sent', async () => {
  let skew = 0;
  await using receiver = await callbackReceiver();
  await using shop = await openShop({ now: () => Date.now() + skew });
  const session = await openSession(shop.merchant, { expiredInMinutes: 1, callbackUrl: receiver.url });
  skew = 61_000;
  const query = { sessionNumber: session.number, timestamp: Date.now() + skew };
  expect((await shop.merchant.get('queryPayment', query)).body.error.code).toBe(2010);
  expect(shop.sandbox.findSession(session.number)?.status).toBe(10);
  expect(shop.sandbox.listPayments()).toStrictEqual([]);
});

it('a new attempt of a session cancels the open one, so that the session is paid only once', async () => {
  await using shop = await openShop();
  const session = await openSession(shop.merchant);
  const first = await choose(session.url, '7');
  const second = await choose(session.url, '5');
  await submit(second.url, 'approve');
  expect(await (await submit(first.url, 'approve')).text()).not.toContain('Approved');
  expect(shop.sandbox.listPayments().map(({ status }) => status)).toStrictEqual([1, 3]);
});

it('a session that is cancelled on the hosted page has status 8 and one callback', async () => {
  await using receiver = await callbackReceiver();
  await using shop = await openShop();
  const session = await openSession(shop.merchant, { callbackUrl: receiver.url });
  const left = await fetch(`${session.url}/cancel`, { method: 'POST', redirect: 'manual' });
  const [callback] = await receiver.atLeast(1);
  expect(callback?.body).toMatchObject({ status: 8, paymentSessionNumber: session.number });
  const transactionNumber = callback?.body.transactionNumber ?? '';
  expect(left.headers.get('location')).toContain(`&TransactionNumber=${transactionNumber}`);
  expect((await shop.merchant.query(transactionNumber)).body).toMatchObject({ status: 8 });
  expect(await (await fetch(session.url)).text()).toContain('Payment cancelled');
});

it('a session expires after expiredInMinutes, with one callback', async () => {
  let skew = 0;
  await using receiver = await callbackReceiver();
  await using shop = await openShop({ now: () => Date.now() + skew });
  const session = await openSession(shop.merchant, { expiredInMinutes: 30, callbackUrl: receiver.url });
  await choose(session.url, '7');
  skew = 29 * 60_000;
  expect(await (await fetch(session.url)).text()).toContain('How would you like to pay?');
  skew = 31 * 60_000;
  expect(await (await fetch(session.url)).text()).toContain('Payment time ran out');
  await receiver.atLeast(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(receiver.received.map(({ body }) => body.status)).toStrictEqual([10]);
});

it('a session is paid when a failed attempt is paid later', async () => {
  await using shop = await openShop();
  const session = await openSession(shop.merchant);
  const first = await choose(session.url, '7');
  await submit(first.url, 'decline');
  await choose(session.url, '5');
  const transactionNumber = first.url.split('/').at(-1) ?? '';
  shop.sandbox.changeStatus(transactionNumber, 1);
  const query = { sessionNumber: session.number, timestamp: Date.now() };
  expect((await shop.merchant.get('queryPayment', query)).body).toMatchObject({
    status: 1,
    transactionNumber,
  });
});

it('the record of a session shows the refund of its paid attempt, also when that is not the newest', async () => {
  await using shop = await openShop();
  const session = await openSession(shop.merchant);
  const paid = new URL((await choose(session.url, '7')).url).pathname.split('/').at(-1) ?? '';
  await choose(session.url, '5');
  // A provider changes its decision: the first attempt, which the second one has replaced, is paid.
  shop.sandbox.changeStatus(paid, 1);
  expect((await shop.merchant.refund(paid)).body).toMatchObject({
    refundStatus: 11,
    paymentSessionNumber: session.number,
  });
  const query = { sessionNumber: session.number, timestamp: Date.now() };
  expect((await shop.merchant.get('queryPayment', query)).body).toMatchObject({
    status: 11,
    transactionNumber: paid,
  });
});

it('a lifetime of more than a year is refused, and later requests work', async () => {
  await using shop = await openShop();
  for (const expiredInMinutes of [525_601, 1e12, Number.MAX_SAFE_INTEGER]) {
    const refused = await shop.merchant.post('initialSession', { ...payment(), expiredInMinutes });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { validationErrors: [{ members: ['expiredInMinutes'] }] } },
    });
  }
  expect((await shop.merchant.pay()).status).toBe(200);
});

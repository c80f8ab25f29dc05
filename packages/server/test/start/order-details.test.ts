import type { StorefrontProblem } from '@pgw/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import type { Order } from '../../src/index.ts';
import { readOrderDetails, shortenText } from '../../src/model/payments/order-details.ts';
import { cardChannelId, openCardShop } from '../card-shop.ts';
import { createLossyConnection } from '../lossy-connection.ts';
import { duitNowQr, fpx, kilatPay, openShop, orderTotal, type Shop, type ShopOptions } from '../shop.ts';

const tangga = 16;
const dering = 18;
const price = { amount: orderTotal, currencyCode: 'MYR' };
const customer = {
  name: 'Aminah Canary',
  email: 'aminah@canary.example',
  mobileNo: '60125550134',
  username: 'aminah.canary',
  identificationNumber: '850101145678',
  identificationType: 1,
};
const details = {
  customer,
  localCitizen: true,
  savePayment: true,
  subMerchant: { uniqueId: 'SM-7', name: 'Kedai Canary' },
  platformCharge: { partnerId: 'P-9', amount: 125 },
} satisfies Partial<Order>;

let shop: Shop;
afterEach(() => shop.close());

/** Opens a shop whose only order has these details. The test can change them. */
async function openShopWithDetails(
  own: Partial<Order>,
  options: ShopOptions = {},
): Promise<{ own: Partial<Order> }> {
  const order = { own };
  const all = { ...options, resolveOrder: () => ({ ...price, ...order.own }) };
  shop = options.cards === undefined ? await openShop(all) : await openCardShop(all);
  return order;
}

function readReceived(): unknown {
  return JSON.parse(shop.sandbox.listPayments(1)[0]?.details ?? '{}');
}

async function readProblem(response: Response): Promise<StorefrontProblem> {
  return (await response.json()) as StorefrontProblem;
}

describe('the details of an order', () => {
  it.each([
    { mode: 'a wallet', fields: { channelId: kilatPay } },
    { mode: 'a bank', fields: { channelId: fpx, bankId: 'BANGS01' } },
    { mode: 'a card', fields: { channelId: cardChannelId }, options: { cards: {} } },
    { mode: 'a QR code', fields: { channelId: duitNowQr } },
    {
      mode: 'instalments',
      fields: { channelId: tangga, bankId: 'TANGGA03' },
      options: {
        instalments: [{ channelId: tangga, plans: [{ bankId: 'TANGGA03', months: 3, interestPercent: 0 }] }],
      },
    },
    { mode: 'the hosted page', fields: {}, options: { mode: 'hosted' as const } },
  ])(
    'reach the gateway with a payment by $mode, and its dashboard shows them',
    async ({ fields, options }) => {
      await openShopWithDetails(details, options);
      const response = await shop.start(fields);
      const body = await response.text();
      expect([response.status, body]).toEqual([201, expect.stringContaining('"payment"')]);
      expect(readReceived()).toEqual(details);
      const [payment] = shop.sandbox.listPayments(1);
      const page = await (
        await fetch(`${shop.sandbox.url}/dashboard?open=${payment?.transactionNumber}`)
      ).text();
      for (const value of [customer.email, customer.mobileNo, 'Kedai Canary', 'P-9'])
        expect(page).toContain(value);
      shop.sandbox.decide(payment?.transactionNumber ?? '', 'approve');
      const paid = await shop.checkout.payments.sync(payment?.referenceCode ?? '');
      expect(paid).toMatchObject({ state: 'paid' });
      const outputs = JSON.stringify([
        body,
        shop.events,
        await shop.checkout.operator.payments.inspect(payment?.referenceCode ?? ''),
        await (await shop.fetch('/pgw/session?order=A1')).text(),
      ]);
      expect(outputs).not.toMatch(/canary|SM-7|P-9|60125550134|850101145678/i);
    },
  );

  it('hide channels of the hosted page', async () => {
    await openShopWithDetails({ extraInfo: { hiddenChannel: [kilatPay] } }, { mode: 'hosted' });
    expect((await shop.start()).status).toBe(201);
    expect(shop.sandbox.listPayments(1)).toMatchObject([{ hiddenChannels: [kilatPay] }]);
  });

  it('may be null, empty or missing', async () => {
    await openShopWithDetails({
      customer: { name: null, email: '', mobileNo: undefined },
      subMerchant: null,
      platformCharge: { amount: null },
      localCitizen: null,
    });
    expect((await shop.start()).status).toBe(201);
    expect([readReceived(), shop.eventsNamed('order-field-omitted')]).toEqual([{}, []]);
  });
});

describe('a field beyond its limit', () => {
  it.each([
    [{ customer: { email: `${'e'.repeat(150)}@x.example` } }, 'customer.email', 150],
    [{ customer: { mobileNo: '+60 12 555 0134 ext. 7' } }, 'customer.mobileNo', 16],
    [{ customer: { username: 'u'.repeat(37) } }, 'customer.username', 36],
    [{ customer: { identificationType: 9 } }, 'customer.identificationType', null],
    [{ customer: { mobileNo: 60125550134 } }, 'customer.mobileNo', null],
    [{ customer: { phone: '60125550134' } }, 'customer.phone', null],
    [{ customer: 'Aminah' }, 'customer', null],
    [{ localCitizen: 'yes' }, 'localCitizen', null],
    [{ extraInfo: { hiddenChannel: ['5'] } }, 'extraInfo.hiddenChannel', null],
  ])('is left out of %j, and the payment starts', async (own, field, maxLength) => {
    // JavaScript has no types, so a shop may return anything.
    await openShopWithDetails(own as Partial<Order>);
    expect((await shop.start()).status).toBe(201);
    const [event] = shop.eventsNamed('order-field-omitted');
    expect(event).toMatchObject({ field, maxLength, orderId: 'A1' });
    expect(JSON.stringify(event)).not.toMatch(/60125550134|60 12|eee|uuu|Aminah/);
    expect(readReceived()).toEqual({});
  });

  it.each([
    [{ subMerchant: { uniqueId: '', name: {} } }, 'subMerchant.name'],
    [{ platformCharge: { amount: 1.5 } }, 'platformCharge.amount'],
    [{ platformCharge: { amount: -1 } }, 'platformCharge.amount'],
    [{ platformCharge: { partner: 'P' } }, 'platformCharge'],
    [{ savePayment: 'yes' }, 'savePayment'],
  ])('is refused if it moves money: %j', async (own, path) => {
    await openShopWithDetails(own as unknown as Partial<Order>);
    expect((await shop.start()).status).toBe(503);
    expect(shop.sandbox.listPayments()).toEqual([]);
    expect(String(shop.events.at(-1)?.error)).toContain(path);
  });

  it.each([
    ['x'.repeat(40), 'x'.repeat(36)],
    [`${'x'.repeat(35)}😀`, 'x'.repeat(35)],
    [`${'x'.repeat(34)}😀`, `${'x'.repeat(34)}😀`],
    [`${'x'.repeat(30)}👨‍👩‍👧‍👦`, 'x'.repeat(30)],
    [`${'x'.repeat(35)}e\u0301`, 'x'.repeat(35)],
    ['நி'.repeat(20), 'நி'.repeat(18)],
    [`${'x'.repeat(35)} y`, 'x'.repeat(35)],
    ['\ud800', '\ufffd'],
  ])('is shortened within no character if it is the name %s', (name, sent) => {
    expect(readOrderDetails('A1', { customer: { name } })).toEqual({
      sent: { customer: { name: sent } },
      omitted: [],
    });
    expect(shortenText(name, 36).length).toBeLessThanOrEqual(36);
  });
});

describe('a channel that requires a field', () => {
  const channels = { [dering]: { requires: ['customer.mobileNo' as const] } };
  const sgd = { currencyCode: 'SGD' };
  const start = (): Promise<Response> => shop.start({ channelId: dering, shownCurrencyCode: 'SGD' });

  it('is started with it', async () => {
    await openShopWithDetails({ ...sgd, customer: { mobileNo: '60125550134' } }, { channels });
    expect((await start()).status).toBe(201);
    expect(readReceived()).toEqual({ customer: { mobileNo: '60125550134' } });
  });

  it.each([
    [{}, 'resolveOrder has not returned it'],
    [{ customer: { mobileNo: '' } }, 'resolveOrder has not returned it'],
    [{ customer: { mobileNo: '1'.repeat(17) } }, 'it must have at most 16 characters'],
  ])('refuses a start with %j before the gateway receives it', async (own, reason) => {
    await openShopWithDetails({ ...sgd, ...own }, { channels });
    const problem = await readProblem(await start());
    expect(problem.code).toBe('channel-unavailable');
    expect(problem.detail).toContain('Dering Pay requires customer.mobileNo of the order.');
    expect(shop.eventsNamed('order-field-missing')).toMatchObject([
      {
        field: 'customer.mobileNo',
        channelId: dering,
        orderId: 'A1',
        message: expect.stringContaining(reason),
      },
    ]);
    expect(shop.sandbox.listPayments()).toEqual([]);
  });

  it('is refused by the gateway without the option', async () => {
    await openShopWithDetails(sgd);
    expect((await readProblem(await start())).code).toBe('payment-refused');
  });
});

describe('details that move money', () => {
  const listStates = async (): Promise<string[]> =>
    (await shop.checkout.payments.list({ orderId: 'A1' })).map(({ state }) => state);

  it.each([
    [{ subMerchant: { uniqueId: 'SM-8' } }],
    [{ subMerchant: { uniqueId: 'SM-7' }, platformCharge: { amount: 5 } }],
    [{ subMerchant: { uniqueId: 'SM-7' }, savePayment: true }],
    [{}],
  ])('make two payments of two starts if the second has %j', async (changed) => {
    const order = await openShopWithDetails({ subMerchant: { uniqueId: 'SM-7' } });
    const first = await shop.startPayment();
    expect((await shop.startPayment()).reference).toBe(first.reference);
    order.own = changed;
    const second = await shop.startPayment();
    expect(second.reference).not.toBe(first.reference);
    expect((await shop.startPayment()).reference).toBe(second.reference);
    expect(shop.sandbox.listPayments()).toHaveLength(2);
  });

  it('make one payment if only data of the customer changes', async () => {
    const order = await openShopWithDetails(details);
    const first = await shop.startPayment();
    order.own = { ...details, customer: { name: 'Another' }, localCitizen: false };
    expect((await shop.startPayment()).reference).toBe(first.reference);
  });

  it('are sent again after a lost response as the first request has sent them', async () => {
    await openShopWithDetails(details);
    shop.sandbox.scenario('response-500', { endpoint: 'requestPayment', times: 1 });
    expect((await readProblem(await shop.start({ attempt: 'one-click' }))).code).toBe('outcome-unknown');
    await shop.startPayment({ attempt: 'one-click' });
    expect(shop.sandbox.listPayments()).toHaveLength(1);
    expect(readReceived()).toEqual(details);
  });

  it.each(['one-click', 'another-click'])(
    'start no payment with other values while the first start (one-click) is undecided: %s',
    async (attempt) => {
      const { gatewayUrl, loseNextResponse } = createLossyConnection();
      const order = await openShopWithDetails(details, { gatewayUrl });
      loseNextResponse('requestPayment');
      expect((await readProblem(await shop.start({ attempt: 'one-click' }))).code).toBe('outcome-unknown');
      order.own = { ...details, subMerchant: { uniqueId: 'SM-8' } };
      const problem = await readProblem(await shop.start({ attempt }));
      expect([problem.code, problem.detail]).toEqual([
        'outcome-unknown',
        expect.stringContaining('subMerchant'),
      ]);
      expect(await listStates()).toEqual(['unknown']);
      expect(shop.sandbox.listPayments()).toHaveLength(1);
      const [payment] = await shop.checkout.payments.list();
      await shop.checkout.operator.starts.resolve(payment?.reference ?? '', { reason: 'looked up' });
      await shop.startPayment({ attempt: 'third-click' });
      expect((await listStates()).toSorted()).toEqual(['open', 'refused']);
    },
  );

  it('are stored as a hash that is another one for each order, and none without them', async () => {
    await openShopWithDetails(details);
    await shop.startPayment();
    const { detailsHash: first } = (await shop.checkout.payments.list())[0] ?? {};
    await shop.startPayment({ order: 'A2' });
    const [second] = await shop.checkout.payments.list({ orderId: 'A2' });
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(second?.detailsHash).not.toBe(first);
  });
});

import express, { type Express } from 'express';
import { afterEach, expect, it } from 'vitest';
import { captureRawBody } from '../../../src/adapters/express/index.ts';
import { openShop, type Shop, type StartedPayment } from '../../shop.ts';

let shop: Shop;
let payment: StartedPayment;
afterEach(() => shop.close());

async function openTestShop(setUpApp: (app: Express) => void = () => undefined): Promise<void> {
  shop = await openShop({ setUpApp, getOrderUrl: (orderId) => `/orders/${orderId}` });
  payment = await shop.startPayment();
}

/** Returns to the shop with a form, as a browser does from a page of the bank. */
const returnWithForm = (body: string, path = '/pgw/return') =>
  shop.fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://bank.example',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
    },
    body,
  });

const createForm = () =>
  new URLSearchParams({
    ReferenceCode: payment.reference,
    TransactionNumber: payment.transactionNumber,
    status: '1',
  }).toString();

it.each<[string, (app: Express) => void]>([
  ['the router', () => undefined],
  ['a parser of forms', (app) => app.use(express.urlencoded({ extended: true }))],
  ['a parser of simple forms', (app) => app.use(express.urlencoded({ extended: false }))],
  ['a parser of text', (app) => app.use(express.text({ type: '*/*' }))],
  ['a JSON parser', (app) => app.use(express.json({ verify: captureRawBody }))],
])(
  'a return with a form is redirected to the same address with GET when %s reads it',
  async (_reader, setUp) => {
    await openTestShop(setUp);
    const { pathname } = new URL(shop.sandbox.findPayment(payment.reference)?.returnUrl ?? '');
    const response = await returnWithForm(createForm(), pathname);
    expect(response.status).toBe(303);
    const { reference, transactionNumber } = payment;
    const expected = `${pathname}?ReferenceCode=${reference}&TransactionNumber=${transactionNumber}`;
    expect(response.headers.get('location')).toBe(expected);
    shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
    const returned = await shop.fetch(expected);
    expect(returned.headers.get('location')).toBe(`/orders/A1?payment=${reference}`);
    expect(shop.fulfilledReferences).toEqual([reference]);
  },
);

/** Creates the body of a multipart form. `file` adds a file. */
function createMultipart(fields: Readonly<Record<string, string>>, file?: string): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--limit\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const filePart = `--limit\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n${file}\r\n`;
  return `${parts.join('')}${file === undefined ? '' : filePart}--limit--\r\n`;
}

const returnWithMultipart = (body: string, boundary = 'limit') =>
  shop.fetch('/pgw/return', {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'sec-fetch-site': 'cross-site' },
    body,
  });

it.each([
  ['with the reference', {}, undefined],
  ['with other fields', { status: '1', note: 'é ü' }, undefined],
  ['with a file', {}, 'content'],
])('a return with a multipart form %s is redirected like any form', async (_name, fields, file) => {
  await openTestShop();
  const response = await returnWithMultipart(
    createMultipart({ ReferenceCode: payment.reference, ...fields }, file),
  );
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`/pgw/return?ReferenceCode=${payment.reference}`);
});

it.each([
  ['is cut off', '--limit\r\nContent-Disposition: form-data; na', 'limit', 400],
  ['has another boundary', createMultipart({ ReferenceCode: 'A1' }), 'other', 400],
  ['has more than 100,000 bytes', createMultipart({ a: 'A'.repeat(100_000) }), 'limit', 413],
])('a return with a multipart form that %s is refused', async (_name, body, boundary, status) => {
  await openTestShop();
  expect((await returnWithMultipart(body, boundary)).status).toBe(status);
});

it('of a field that a multipart form repeats, the last value that is not empty counts', async () => {
  await openTestShop();
  const part = (value: string) =>
    `--limit\r\nContent-Disposition: form-data; name="ReferenceCode"\r\n\r\n${value}\r\n`;
  const response = await returnWithMultipart(`${part(payment.reference)}${part('')}--limit--\r\n`);
  expect(response.headers.get('location')).toBe(`/pgw/return?ReferenceCode=${payment.reference}`);
});

it('parameters in the query of a return with a form are kept', async () => {
  await openTestShop();
  const response = await returnWithForm('', `/pgw/return?referencecode=${payment.reference}&x=1`);
  expect(response.headers.get('location')).toBe(`/pgw/return?ReferenceCode=${payment.reference}`);
});

it.each([
  ['has other fields', 'a=1&b=2', 303, '/pgw/return'],
  ['is empty', '', 303, '/pgw/return'],
  ['names another site', 'ReferenceCode=//evil.example', 303, '/pgw/return?ReferenceCode=%2F%2Fevil.example'],
  ['has more than 100,000 bytes', `ReferenceCode=${'A'.repeat(100_000)}`, 413, null],
])('a return with a form that %s changes nothing', async (_name, body, status, location) => {
  await openTestShop();
  const response = await returnWithForm(body);
  expect([response.status, response.headers.get('location')]).toEqual([status, location]);
  expect((await shop.checkout.payments.get(payment.reference))?.state).toBe('open');
});

it('a form that starts a payment is accepted after a parser of forms', async () => {
  await openTestShop((app) => app.use(express.urlencoded({ extended: true })));
  const response = await shop.fetch('/pgw/start', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
    body: 'order=A2&channel=5',
  });
  expect(response.status).toBe(303);
});

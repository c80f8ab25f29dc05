import { once } from 'node:events';
import { connect } from 'node:net';
import type { StartResponse } from '@pgw/protocol';
import { afterEach, expect, it } from 'vitest';
import { openShop, type Shop } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

const sendForged = (body: string) =>
  shop.fetch('/pgw/callback', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'cap-signature': '0'.repeat(64) },
    body,
  });

it('one forged callback of each kind is reported per minute, with the number of the callbacks since the last report', async () => {
  let now = Date.now();
  shop = await openShop({ now: () => now });
  const { payment } = (await (await shop.start()).json()) as StartResponse;
  const body = (reference: string) =>
    JSON.stringify({
      referenceCode: reference,
      amount: 12_890,
      currencyCode: 'MYR',
      transactionNumber: 'T1',
      status: 1,
    });
  for (let round = 0; round < 4; round += 1) {
    await sendForged('{}');
    await sendForged(body('unknown'));
    await sendForged(body(payment.reference));
  }
  const rejectedEvents = () => shop.events.filter(({ event }) => event === 'callback-rejected');
  expect(rejectedEvents().map(({ ids }) => ids['verdict'])).toEqual([
    'invalid-callback',
    'unknown-payment',
    'invalid-signature',
  ]);
  now += 60_001;
  await sendForged('{}');
  expect(rejectedEvents().at(-1)?.message).toContain('3 more of this kind arrived since the last report.');
  expect(shop.fulfilledReferences).toEqual([]);
});

it('a sender that disconnects before the end of its body causes no warning', async () => {
  shop = await openShop();
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST /pgw/callback HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 100\r\n\r\n{"a":');
  // The response to the next request shows that the first one was handled.
  await shop.fetch('/pgw/health');
  socket.destroy();
  await once(socket, 'close');
  await shop.fetch('/pgw/health');
  await shop.checkout.close();
  expect(shop.events.filter(({ level }) => level !== 'info')).toEqual([]);
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createCallbackPayload, sendCallbackBody, type CallbackPayload } from '../../callbacks.ts';
import { openShop, type Shop } from '../../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

const sendForged = (payload: CallbackPayload) =>
  sendCallbackBody(shop, JSON.stringify(payload), '0'.repeat(64));

it('one forged callback of each kind is reported per minute, with the number of the callbacks since the last report', async () => {
  let now = Date.now();
  shop = await openShop({ now: () => now });
  const payment = await shop.startPayment();
  for (let round = 0; round < 4; round += 1) {
    await sendForged({});
    await sendForged(createCallbackPayload({ ...payment, reference: 'unknown' }));
    await sendForged(createCallbackPayload(payment));
  }
  const listRejectedEvents = () => shop.eventsNamed('callback-rejected');
  expect(listRejectedEvents().map(({ verdict }) => verdict)).toEqual([
    'invalid-callback',
    'unknown-payment',
    'invalid-signature',
  ]);
  now += 60_001;
  await sendForged({});
  expect(listRejectedEvents().at(-1)?.suppressedCount).toBe(3);
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

// The test of a shop for Jest, as an ES module.
import { memoryStore } from '@pgw/express/stores/memory';
import express from 'express';
import { payOrder } from './pay-order.mjs';
import { openSandbox } from './sandbox.mjs';

test('an order is paid', async () => {
  const { sandbox, gateway } = await openSandbox();
  const payment = await payOrder('A1', { express, store: memoryStore(), sandbox, gateway });
  expect(payment).toMatchObject({ state: 'paid' });
  await Promise.all([gateway.close(), sandbox.close()]);
}, 60_000);

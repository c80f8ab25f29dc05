// The test of a shop for Jest, as a CommonJS module.
const { memoryStore } = require('@pgw/express/stores/memory');
const express = require('express');
const { payOrder } = require('./pay-order.mjs');
const { openSandbox } = require('./sandbox.mjs');

test('an order is paid', async () => {
  const { sandbox, gateway } = await openSandbox();
  const payment = await payOrder('A1', { express, store: memoryStore(), sandbox, gateway });
  expect(payment).toMatchObject({ state: 'paid' });
  await Promise.all([gateway.close(), sandbox.close()]);
}, 60_000);

// Takes one payment in a shop, without an await outside of a function, so that it can be bundled as a CommonJS module too.
// Usage: node pay-once.mjs, in the folder above sandbox.mjs
import { pathToFileURL } from 'node:url';
import { createGatewayClient } from '@pgw/client';
import { memoryStore } from '@pgw/express/stores/memory';
import express from 'express';
import { payOrder } from './pay-order.mjs';

async function payOnce() {
  // The sandbox is not part of the bundle, because a shop in production does not have it.
  const { listSettings, openSandbox } = await import(pathToFileURL('src/sandbox.mjs').href);
  const { sandbox } = await openSandbox();
  const gateway = createGatewayClient(listSettings(sandbox.url));
  const { state } = await payOrder('A1', { express, store: memoryStore(), sandbox, gateway });
  await Promise.all([gateway.close(), sandbox.close()]);
  console.log(`memory: ${state}`);
}

payOnce().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});

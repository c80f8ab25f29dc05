import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/testing/index.ts';
import { Merchant, startCallbackReceiver, walletIds } from '../merchant.ts';

describe('reset', () => {
  it('deletes everything that happened, and the URL is the same', async () => {
    await using receiver = await startCallbackReceiver(() => 500);
    await using sandbox = await createSandbox();
    const merchant = await new Merchant(sandbox.url).login();
    const fresh = { wallets: sandbox.listWallets(), accounts: sandbox.listAccounts() };
    const { transactionNumber } = (
      await merchant.openPayment({ referenceCode: 'RC', callbackUrl: receiver.url })
    ).body.result;
    await sandbox.payAs('paid');
    sandbox.refundPayment(transactionNumber, { amount: 100 });
    await merchant.openPayout();
    sandbox.topUp(walletIds.basic, 100);
    await sandbox.reset();
    expect(sandbox.findPayment('RC')).toBeUndefined();
    expect(sandbox.listRefunds()).toStrictEqual([]);
    expect(sandbox.listPayouts()).toStrictEqual([]);
    expect(sandbox.listCallbacks(transactionNumber)).toStrictEqual([]);
    expect(sandbox.listPaymentTotals()).toStrictEqual([]);
    expect(sandbox.listActivities()).toStrictEqual([]);
    expect(sandbox.listWallets()).toStrictEqual(fresh.wallets);
    expect(sandbox.listAccounts()).toStrictEqual(fresh.accounts);
    expect((await merchant.openPayment()).status).toBe(401);
    await merchant.login();
    expect((await merchant.openPayment({ referenceCode: 'RC' })).status).toBe(200);
  });

  it('undoes the clock and the scenarios, also those of a next callback', async () => {
    await using receiver = await startCallbackReceiver();
    await using sandbox = await createSandbox();
    await sandbox.advance('30d');
    sandbox.cutAt(1);
    sandbox.dropCallbacks();
    sandbox.scenario('no-channels');
    await sandbox.reset();
    expect(Math.abs(sandbox.now() - Date.now())).toBeLessThan(60_000);
    const merchant = await new Merchant(sandbox.url).login();
    await merchant.openPayment({ callbackUrl: receiver.url });
    await sandbox.payAs('paid');
    expect(receiver.callbacks).toHaveLength(1);
    expect(sandbox.listActivities({ kind: 'control' })).toStrictEqual([]);
  });

  it('no callback of the previous test arrives after it, neither one that is sent now nor a retry', async () => {
    for (let run = 0; run < 30; run += 1) {
      await using receiver = await startCallbackReceiver(() => 500);
      await using sandbox = await createSandbox({ callbackRetryMs: [1, 1, 1] });
      const merchant = await new Merchant(sandbox.url).login();
      const { transactionNumber } = (await merchant.openPayment({ callbackUrl: receiver.url })).body.result;
      sandbox.decide(transactionNumber, 'approve');
      if (run % 2 === 1) await receiver.waitForCallbacks(1);
      await sandbox.reset();
      const count = receiver.callbacks.length;
      await setTimeout(5);
      expect(receiver.callbacks).toHaveLength(count);
      expect(sandbox.listActivities()).toStrictEqual([]);
    }
  });

  it('does not wait for a shop that does not respond, and the next callback is sent', async () => {
    const responses: ServerResponse[] = [];
    const server = createServer((_incoming, outgoing) => void responses.push(outgoing));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    await using receiver = await startCallbackReceiver();
    await using sandbox = await createSandbox();
    const merchant = await new Merchant(sandbox.url).login();
    // A server that listens on TCP has an address object.
    const { port } = server.address() as { port: number };
    const callbackUrl = `http://127.0.0.1:${port}/`;
    const { transactionNumber } = (await merchant.openPayment({ callbackUrl })).body.result;
    sandbox.decide(transactionNumber, 'approve');
    await once(server, 'request');
    await sandbox.reset();
    await merchant.login();
    await merchant.openPayment({ callbackUrl: receiver.url });
    await sandbox.payAs('paid');
    expect(receiver.callbacks).toHaveLength(1);
    server.closeAllConnections();
    server.close();
    expect(responses).toHaveLength(1);
  });

  it('a request of the previous test that is answered later is not in the list of activities', async () => {
    await using sandbox = await createSandbox();
    const merchant = await new Merchant(sandbox.url).login();
    sandbox.scenario('response-slow', { delayMs: 50 });
    const lateResponse = merchant.openPayment();
    await expect.poll(() => sandbox.listPayments()).toHaveLength(1);
    await sandbox.reset();
    await lateResponse;
    expect(sandbox.listActivities()).toStrictEqual([]);
  });
});

describe('waitForCallbacks', () => {
  it('waits for the first attempt of each due callback, and not for retries', async () => {
    await using receiver = await startCallbackReceiver(() => 500);
    await using sandbox = await createSandbox({ callbackRetryMs: [600_000] });
    const merchant = await new Merchant(sandbox.url).login();
    for (let count = 0; count < 3; count += 1) {
      const { transactionNumber } = (await merchant.openPayment({ callbackUrl: receiver.url })).body.result;
      sandbox.decide(transactionNumber, 'approve');
    }
    await sandbox.waitForCallbacks();
    expect(receiver.callbacks).toHaveLength(3);
    expect(sandbox.listActivities({ kind: 'callback' })).toHaveLength(3);
  });

  it('resolves at once when no callback is due', async () => {
    await using sandbox = await createSandbox();
    await expect(sandbox.waitForCallbacks()).resolves.toBeUndefined();
  });
});

import { setTimeout as wait } from 'node:timers/promises';
import { createGatewayClient, type GatewayClient } from '@pgw/client';
import { withTestOverrides } from '@pgw/client/testing';
import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { findFreePort } from '../../../scripts/free-port.mjs';
import { openProxy, type Proxy } from '../network/proxy.ts';
import { startFleet, type Fleet } from '../shop/fleet.ts';
import type { OfficeCall, ShopBooks } from '../shop/office.ts';
import { sandboxCredentials } from '../shop/sandbox-connection.ts';
import type { StorageSettings } from '../shop/storage.ts';
import { createLedger } from '../shop/storage.ts';
import type { JournalTotals } from './compare.ts';
import type { BookDifference } from './difference.ts';
import type { Plan } from './plan.ts';

/** A shop, its gateway and its back office, while the steps of a plan run. */
export interface Round {
  readonly plan: Plan;
  readonly sandbox: Sandbox;
  readonly proxy: Proxy;
  readonly fleet: Fleet;
  /** Distinguishes the keys of this round from those of other rounds. */
  readonly attemptPrefix: string;
  /** Sends requests to the shop. They resolve with undefined if the process of the shop ends. */
  readonly shop: { readonly post: (path: string, body: unknown) => Promise<unknown> };
  readonly callOffice: (call: OfficeCall) => Promise<unknown>;
  readonly readBooks: () => Promise<ShopBooks | undefined>;
  readonly readJournal: () => JournalTotals;
  /** The references of payments that were captured elsewhere, in upper case. Actions add to it. */
  readonly capturedElsewhere: Set<string>;
  /** The differences that a person has accepted or caused by a decision. Actions add to it. */
  readonly decided: BookDifference[];
  readonly payoutElsewhere: (payout: ElsewherePayout) => Promise<unknown>;
  /** Advances the clocks of the gateway and of the shop. */
  readonly advance: (ms: number) => Promise<void>;
  /** Waits until the gateway has sent every callback that is due. */
  readonly waitForCallbacks: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A payout that another program requests at the gateway. */
export interface ElsewherePayout {
  readonly referenceCode: string;
  readonly currencyCode: string;
  readonly amount: number;
}

const maxClockDifferenceMs = 366 * 86_400_000;
/** The first retries follow at once, because a killed process is replaced within a second or two. */
const callbackRetryMs = [200, 500, 1_000, 2_000, 5_000, ...Array<number>(60).fill(60_000)];
const walletBalance = 100_000_000;
const payoutChannelId = 15;

/** Opens a sandbox whose wallets have money. */
async function openSandbox(): Promise<Sandbox> {
  const sandbox = await createSandbox({
    port: 0,
    callbackRetryMs,
    timestampWindowMs: maxClockDifferenceMs,
  });
  for (const { id } of sandbox.listWallets()) sandbox.topUp(id, walletBalance);
  for (const currencyCode of ['SGD', 'JPY', 'KWD'])
    sandbox.openWallet({ walletType: 2, currencyCode, balance: walletBalance });
  return sandbox;
}

/** Opens the sandbox, the connection to it, and the process of the shop. */
export async function openRound(
  storage: StorageSettings,
  plan: Plan,
  { seed, account }: { readonly seed: number; readonly account?: string | undefined },
): Promise<Round> {
  const sandbox = await openSandbox();
  const proxy = await openProxy(sandbox.url);
  const port = await findFreePort();
  await createLedger(storage);
  const fleet = await startFleet(
    {
      storage,
      ...(account !== undefined && { account }),
      gatewayUrl: proxy.url,
      ledger: { kind: 'tx' },
      handlerMs: 0,
      sweepIntervalMs: 200,
      queriesPerSecond: 1_000,
      sandbox: { port, secondPayment: plan.secondPayment },
    },
    1,
  );
  const shop = createShopClient(`http://127.0.0.1:${port}`);
  const callOffice = (call: OfficeCall): Promise<unknown> => shop.post('/office', call);
  const client = createGatewayClient(
    withTestOverrides({ baseUrl: sandbox.url, ...sandboxCredentials }, { now: () => sandbox.now() }),
  );
  return {
    plan,
    sandbox,
    proxy,
    fleet,
    attemptPrefix: `s${seed}`,
    shop,
    callOffice,
    // `readBooks` in shop/office.ts creates this response.
    readBooks: async () => (await callOffice({ call: 'read-books' })) as ShopBooks | undefined,
    readJournal: () => ({ payments: sandbox.listPaymentTotals(), payouts: sandbox.listPayoutTotals() }),
    capturedElsewhere: new Set(),
    decided: [],
    payoutElsewhere: (payout) =>
      requestPayout(
        client,
        payout,
        `http://127.0.0.1:${port}/pgw/callback${account === undefined ? '' : `/${account}`}`,
      ),
    advance: async (ms) => {
      sandbox.advanceClock(ms);
      await fleet.advanceClocks(ms);
    },
    waitForCallbacks: () => waitForCallbacks(sandbox),
    close: async () => {
      await client.close();
      await fleet.close();
      await proxy.close();
      await sandbox.close();
    },
  };
}

/** Sends JSON, and resolves with the property `result` of the response. */
function createShopClient(url: string): Round['shop'] {
  return {
    post: async (path, body) => {
      try {
        const response = await fetch(`${url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        const parsed: unknown = await response.json();
        return typeof parsed === 'object' && parsed !== null && 'result' in parsed
          ? parsed.result
          : undefined;
      } catch {
        // The process was killed.
        return undefined;
      }
    },
  };
}

function requestPayout(
  client: GatewayClient,
  { referenceCode, currencyCode, amount }: ElsewherePayout,
  callbackUrl: string,
): Promise<unknown> {
  return client.payout({
    channelId: payoutChannelId,
    providerChannelId: 'BSERI01',
    currencyCode,
    amount,
    referenceCode,
    ipAddress: '127.0.0.1',
    returnUrl: 'https://shop.example/',
    callbackUrl,
    customer: { name: 'A', username: '1234' },
    localCitizen: true,
  });
}

async function waitForCallbacks(sandbox: Sandbox): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const numbers = [...sandbox.listPayments(1_000), ...sandbox.listPayouts(1_000)].map(
      ({ transactionNumber }) => transactionNumber,
    );
    const now = sandbox.now();
    const isSending = numbers
      .flatMap((number) => sandbox.listCallbacks(number))
      .some(({ state, dueAt }) => state === 'waiting' && dueAt <= now);
    if (!isSending) return;
    await wait(2);
  }
}

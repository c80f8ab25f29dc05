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

/** A shop, its gateway and its back office, while the steps of a plan run. The accounts of a process have their own rounds. */
export interface Round {
  /** Undefined for a checkout with one account. */
  readonly account: string | undefined;
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
  /** Advances the clocks of the gateway and of the shop. Resolves when it was called for each account. */
  readonly advance: (ms: number) => Promise<void>;
  /** Waits until the gateway has sent every callback that is due. */
  readonly waitForCallbacks: () => Promise<void>;
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

/** Opens a sandbox for each account, the connections to them, and the process of the shop. */
export async function openRounds(
  storage: StorageSettings,
  plan: Plan,
  { seed, accounts }: { readonly seed: number; readonly accounts: readonly (string | undefined)[] },
): Promise<{ readonly rounds: readonly Round[]; readonly close: () => Promise<void> }> {
  const gateways = await Promise.all(accounts.map(openGateway));
  const port = await findFreePort();
  await createLedger(storage);
  const ofAccounts = gateways.flatMap(({ account, proxy: { url } }) =>
    account === undefined ? [] : [{ id: account, gatewayUrl: url }],
  );
  const fleet = await startFleet(
    {
      storage,
      ...(ofAccounts.length > 0 && { accounts: ofAccounts }),
      gatewayUrl: gateways[0]?.proxy.url ?? '',
      ledger: { kind: 'tx' },
      handlerMs: 0,
      sweepIntervalMs: 200,
      queriesPerSecond: 1_000,
      sandbox: { port, secondPayment: plan.secondPayment },
    },
    1,
  );
  const advanceShop = shareAdvance(gateways.length, (ms) => fleet.advanceClocks(ms));
  const rounds = gateways.map((gateway) =>
    createRound(gateway, { plan, fleet, advanceShop, port, attemptPrefix: `s${seed}` }),
  );
  return {
    rounds,
    close: async () => {
      await fleet.close();
      for (const { close } of gateways) await close();
    },
  };
}

/** The gateway of an account. */
interface Gateway extends Pick<Round, 'account' | 'sandbox' | 'proxy'> {
  readonly client: GatewayClient;
  readonly close: () => Promise<void>;
}

async function openGateway(account: string | undefined): Promise<Gateway> {
  const sandbox = await openSandbox();
  const proxy = await openProxy(sandbox.url);
  const client = createGatewayClient(
    withTestOverrides({ baseUrl: sandbox.url, ...sandboxCredentials }, { now: () => sandbox.now() }),
  );
  const close = async (): Promise<void> => {
    await client.close();
    await proxy.close();
    await sandbox.close();
  };
  return { account, sandbox, proxy, client, close };
}

/** Advances the clock of the shop once, when it was called for each account. The plan advances it by the same time for all. */
function shareAdvance(count: number, advance: (ms: number) => Promise<void>): (ms: number) => Promise<void> {
  let waiting: ((advanced: Promise<void>) => void)[] = [];
  return (ms) =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length < count) return;
      const advanced = advance(ms);
      for (const end of waiting) end(advanced);
      waiting = [];
    });
}

interface ShopOfRound extends Pick<Round, 'plan' | 'fleet' | 'attemptPrefix'> {
  readonly port: number;
  readonly advanceShop: Round['advance'];
}

function createRound(
  { account, sandbox, proxy, client }: Gateway,
  { plan, fleet, advanceShop, port, attemptPrefix }: ShopOfRound,
): Round {
  const prefix = account === undefined ? '' : `/${account}`;
  const url = `http://127.0.0.1:${port}`;
  const shop = createShopClient(`${url}${prefix}`);
  const callOffice = (call: OfficeCall): Promise<unknown> => shop.post('/office', call);
  return {
    account,
    plan,
    sandbox,
    proxy,
    fleet,
    attemptPrefix,
    shop,
    callOffice,
    // `readBooks` in shop/office.ts creates this response.
    readBooks: async () => (await callOffice({ call: 'read-books' })) as ShopBooks | undefined,
    readJournal: () => ({ payments: sandbox.listPaymentTotals(), payouts: sandbox.listPayoutTotals() }),
    capturedElsewhere: new Set(),
    decided: [],
    payoutElsewhere: (payout) => requestPayout(client, payout, `${url}${prefix}/pgw/callback${prefix}`),
    advance: async (ms) => {
      sandbox.advanceClock(ms);
      await advanceShop(ms);
    },
    waitForCallbacks: () => waitForCallbacks(sandbox),
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

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createSandbox, defaultTenant, type Sandbox } from '@pgw/sandbox';
import { fromSources } from '../../../scripts/from-sources.mjs';
import { withPostgres } from '../postgres.ts';
import { withEmbeddedStorage } from '../shop/embedded-storage.ts';
import type { StorageSettings } from '../shop/storage.ts';
import type { Report, RunOptions, TortureCommand } from '../torture-command.ts';

/** The settings of the measured process. The accounts have the ids 0, 1, 2 and so on. The last two are not counted. */
export interface MarketSettings {
  readonly storage: StorageSettings;
  readonly gatewayUrl: string;
  /** The account with this number has wrong keys, and the next one has 10,000 open payments. */
  readonly accounts: number;
  readonly restMs: number;
}

export interface MarketFigures {
  /**
   * Between the first account and the last one. Each has loaded a session and started a payment. An account is at rest 30 s after its
   * last request, so on a slow machine the first ones have freed their lists already.
   */
  readonly memoryMb: number;
  /** The same when all accounts are at rest. */
  readonly restMemoryMb: number;
  /** Of the start of one payment, when all accounts have been used. */
  readonly statementsPerStart: number;
  readonly statementsPerMinute: number;
  /** The number of each statement at rest. */
  readonly restTexts: Readonly<Record<string, number>>;
  readonly coreShare: number;
  readonly connections: number;
  /** The time by which a payment is paid after its query is due, if its callback is lost. */
  readonly aloneSeconds: number;
  /** The same, while the two other accounts have due work. */
  readonly besideSeconds: number;
}

export const merchantPassword: string = defaultTenant.password;

export const merchants: TortureCommand = {
  sentence:
    '1,000 merchants on one store need at most 60 MB and 1 % of a core at rest, the statements at rest do not depend on their number, and no merchant delays another.',
  flags: ['store', 'accounts', 'rest-seconds'],
  run: runMerchants,
};

const limits = { memoryMb: 60, coreShare: 0.01, connections: 8, delaySeconds: 15 } as const;

async function runMerchants({ isShort, size, choice, log }: RunOptions): Promise<Report> {
  const store = choice('store', ['both', 'embedded', 'postgres']);
  const accounts = size('accounts', { long: 1_000, short: 50 });
  const restMs = size('rest-seconds', { long: 60, short: 20 }) * 1_000;
  const figures: Record<string, string | number> = {};
  const failures: string[] = [];
  const measureStore = async (storage: StorageSettings, count: number): Promise<MarketFigures> => {
    const measured = await measure(storage, { accounts: count, restMs });
    const name = `${storage.kind}, ${count} accounts`;
    log(`${name}: ${JSON.stringify({ ...measured, restTexts: undefined })}`);
    figures[`${name}: memory in MB, after the last request and at rest`] =
      `${measured.memoryMb.toFixed(1)}, ${measured.restMemoryMb.toFixed(1)}`;
    figures[`${name}: statements of a start`] = measured.statementsPerStart.toFixed(1);
    figures[`${name}: statements per minute at rest`] = Math.round(measured.statementsPerMinute);
    figures[`${name}: % of a core at rest`] = (measured.coreShare * 100).toFixed(2);
    figures[`${name}: connections`] = measured.connections;
    const { aloneSeconds, besideSeconds } = measured;
    figures[`${name}: time until a payment is paid in s, alone and beside, and their ratio`] =
      `${aloneSeconds.toFixed(1)}, ${besideSeconds.toFixed(1)}, ${(besideSeconds / aloneSeconds).toFixed(2)}`;
    return measured;
  };
  const compare = async (
    run: (work: (storage: StorageSettings) => Promise<MarketFigures>) => Promise<MarketFigures>,
  ) => {
    const few = await run((storage) => measureStore(storage, 10));
    const many = await run((storage) => measureStore(storage, accounts));
    if (many.restMemoryMb > limits.memoryMb)
      failures.push(`${accounts} accounts need ${many.restMemoryMb.toFixed(1)} MB at rest.`);
    if (many.statementsPerStart !== few.statementsPerStart)
      failures.push(
        `A start has ${many.statementsPerStart} statements with ${accounts} accounts, and ${few.statementsPerStart} with 10.`,
      );
    // The short form is for machines with other work.
    if (!isShort && many.coreShare > limits.coreShare)
      failures.push(`${accounts} accounts need ${(many.coreShare * 100).toFixed(2)} % of a core at rest.`);
    if (many.connections > limits.connections) failures.push(`There are ${many.connections} connections.`);
    if (many.statementsPerMinute > few.statementsPerMinute * 1.1 + 3)
      failures.push(
        `${accounts} accounts have ${many.statementsPerMinute} statements per minute at rest, and 10 have ${few.statementsPerMinute}: ${JSON.stringify(many.restTexts)}.`,
      );
    if (many.besideSeconds > limits.delaySeconds)
      failures.push(`A payment is ${many.besideSeconds.toFixed(1)} s late beside the others.`);
    return many;
  };
  if (store !== 'postgres') await compare(withEmbeddedStorage);
  if (store !== 'embedded') await compare((work) => withPostgres(work));
  return { figures, failures };
}

/** Runs the measured process, and a sandbox in this one. */
async function measure(
  storage: StorageSettings,
  options: Pick<MarketSettings, 'accounts' | 'restMs'>,
): Promise<MarketFigures> {
  const tenants = Array.from({ length: options.accounts + 2 }, (_, index) => ({
    ...defaultTenant,
    id: String(1001 + index),
    name: `Shop ${index}`,
    userName: `user-${index}`,
  }));
  // A payment that expires has a callback, so none may expire while a slow machine runs.
  const sandbox = await createSandbox({ port: 0, tenants, paymentLifetimeMs: 24 * 3_600_000 });
  try {
    return await runMarket({ storage, gatewayUrl: sandbox.url, ...options }, sandbox);
  } finally {
    await sandbox.close();
  }
}

function runMarket(settings: MarketSettings, sandbox: Sandbox): Promise<MarketFigures> {
  const child = fork(fileURLToPath(new URL('market.ts', import.meta.url)), {
    env: { ...process.env, PGW_TORTURE_MARKET: JSON.stringify(settings) },
    execArgv: ['--expose-gc', ...fromSources],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('The measured process has ended.')));
    child.on('message', (message: { readonly approve: string } | { readonly figures: MarketFigures }) => {
      if ('approve' in message) return void sandbox.decide(message.approve, 'approve', { callback: 'never' });
      child.disconnect();
      resolve(message.figures);
    });
  });
}

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { fromSources } from '../../../../scripts/from-sources.mjs';
import { whyNoSqlite3 } from '../../../../scripts/programs/other-programs.mjs';
import { skipBecause } from '../../../../scripts/skip-because.ts';
import {
  findCompletePostgres,
  startPostgres,
  whyNoCompletePostgres,
  type PostgresServer,
} from '../../../../scripts/programs/postgres.mjs';
import { openShop, type Shop } from '../shop.ts';
import { createStore, resolveUnknownPayment, type Database } from './store.ts';
import { isNightly, selectCases } from '../../../../scripts/nightly.ts';

// Runs the commands of docs/restoring.md and docs/accounting.md, from the backup to the reconciled shop.

const runFile = promisify(execFile);
const page = ['restoring', 'accounting']
  .map((name) => readFileSync(new URL(`../../../../docs/${name}.md`, import.meta.url), 'utf8'))
  .join('\n');
const program = fileURLToPath(new URL('../../../express/src/cli.ts', import.meta.url));
let postgres: PostgresServer | undefined;
let sandbox: Sandbox;
let folder: string;
const shops: Shop[] = [];

const postgresPrograms = findCompletePostgres();

// pg_dump backs up servers of its own version only.
if (isNightly) beforeAll(async () => void (postgres = await startPostgres(postgresPrograms)));
afterAll(() => postgres?.stop());

beforeEach(async () => {
  sandbox = await createSandbox({ port: 0 });
  folder = mkdtempSync(join(tmpdir(), 'pgw-restoring-'));
  for (const name of ['.pgw', 'backup', 'shop']) mkdirSync(join(folder, name));
  const operator = new URL('operator.ts', import.meta.url).href;
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'shop', 'operator.js'), `export * from '${operator}';\n`);
});
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Returns a block of commands of the page with the paths of this test. The name of a block is the word after
 * `sh`.
 */
function readCommands(name: string): string {
  const code = new RegExp(`^( *)\`\`\`sh ${name}\n([\\s\\S]*?)^ *\`\`\`$`, 'm').exec(page)?.[2];
  if (code === undefined) throw new Error(`docs/restoring.md has no commands with the name ${name}.`);
  const formatDateInDays = (days: number): string =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return code
    .replaceAll('/backup/', `${folder}/backup/`)
    .replaceAll(/\/backup$/gm, `${folder}/backup`)
    .replaceAll('npx pgw-express', `node ${fromSources.join(' ')} '${program}'`)
    .replaceAll(
      '--from 2026-11-21 --to 2026-11-23',
      `--from ${formatDateInDays(-1)} --to ${formatDateInDays(2)}`,
    );
}

interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a block of commands of the page in a shell that stops at the first failure. */
async function runCommands(name: string, { url }: Database): Promise<CommandResult> {
  const folders = [join(process.execPath, '..'), postgresPrograms ?? '', process.env['PATH']];
  const PATH = folders.join(delimiter);
  const env = {
    ...process.env,
    PATH,
    DATABASE_URL: url ?? '',
    SHOP_FOLDER: folder,
    GATEWAY_URL: sandbox.url,
  };
  try {
    return { code: 0, ...(await runFile('sh', ['-ec', readCommands(name)], { cwd: folder, env })) };
  } catch (error) {
    // execFile rejects with an error that has these properties when the command exits with another code than
    // 0.
    const { code, stdout, stderr } = error as CommandResult;
    return { code, stdout, stderr };
  }
}

async function startShop(database: Database): Promise<Shop> {
  const { close, ...storeOptions } = createStore(database);
  const shop = await openShop({ ...storeOptions, gatewayUrl: sandbox.url, resolveUnknownPayment });
  await shop.checkout.ready;
  const startedShop = { ...shop, close: () => shop.close().then(close) };
  shops.push(startedShop);
  return startedShop;
}

async function stopShops(): Promise<void> {
  for (const shop of shops.splice(0)) await shop.close();
}

async function pay(shop: Shop, order: string, { isSynced }: { isSynced: boolean }): Promise<string> {
  const payment = await shop.startPayment({ order });
  sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  if (isSynced) await shop.checkout.payments.sync(payment.reference);
  return payment.reference;
}

interface Procedure {
  readonly storeKind: 'embedded' | 'postgres';
  /** The names of blocks of commands in docs/restoring.md. */
  readonly backUp: string;
  readonly restore: string;
  /** Why the commands cannot run on this machine. */
  readonly skipReason?: string | undefined;
}

const procedures: readonly Procedure[] = [
  { storeKind: 'embedded', backUp: 'backup-embedded', restore: 'restore-embedded' },
  {
    storeKind: 'embedded',
    backUp: 'backup-embedded-sqlite3',
    restore: 'restore-embedded',
    skipReason: whyNoSqlite3(),
  },
  {
    storeKind: 'postgres',
    backUp: 'backup-postgres',
    restore: 'restore-postgres',
    skipReason: whyNoCompletePostgres(),
  },
];

for (const { storeKind, backUp: backUpCommands, restore: restoreCommands, skipReason } of selectCases(
  procedures,
  1,
)) {
  it(
    `the commands of docs/restoring.md restore and reconcile a shop with the ${storeKind} store after ${backUpCommands}`,
    skipBecause(skipReason),
    async () => {
      const database = { folder, url: storeKind === 'postgres' ? postgres?.url : undefined };
      const shopBefore = await startShop(database);
      const syncedReference = await pay(shopBefore, 'A1', { isSynced: true });
      const unsyncedReference = await pay(shopBefore, 'A2', { isSynced: false });
      const backUpResult = await runCommands(backUpCommands, database);
      expect([backUpResult.code, backUpResult.stderr]).toEqual([0, expect.not.stringMatching(/error/i)]);
      // Everything after the backup is lost: this update, and the payments of three orders.
      await shopBefore.checkout.payments.sync(unsyncedReference);
      const lostReferences = [];
      for (const order of ['A3', 'A4', 'A5'])
        lostReferences.push(await pay(shopBefore, order, { isSynced: true }));
      await stopShops();

      const restoreResult = await runCommands(restoreCommands, database);
      expect([restoreResult.code, restoreResult.stderr]).toEqual([0, expect.not.stringMatching(/error/i)]);
      const { checkout } = await startShop(database);
      const { operator, payments } = checkout;
      expect(await checkout.health()).toMatchObject({
        status: 'degraded',
        problems: [{ code: 'history-lost' }],
      });
      for (const reference of lostReferences) expect(await payments.get(reference)).toBeUndefined();

      expect(
        (await operator.payments.reconcile({ since: 0 })).changed.map(({ reference }) => reference),
      ).toEqual([unsyncedReference]);
      const file = await fetch(`${sandbox.url}/settlement.csv?from=2020-01-01&to=2100-01-01`);
      writeFileSync(join(folder, 'settlement.csv'), await file.text());
      const firstComparison = await runCommands('compare', database);
      expect(firstComparison.stdout).toContain('0 missing, 3 unknown, 0 different, 0 duplicate');
      expect(firstComparison.stderr).toContain('Adopt the unknown payments with: npx pgw-express reconcile');
      expect(firstComparison.code).toBe(3);
      for (const reference of lostReferences)
        expect(readFileSync(join(folder, 'differences.csv'), 'utf8')).toContain(reference);

      expect(
        (await runCommands('adopt', database)).stderr.match(/^Adopted .* for order A[345]/gm),
      ).toHaveLength(3);
      for (const { reference } of await payments.list({ states: ['review'] }))
        await operator.reviews.resolve(reference, { outcome: 'paid', reason: 'Compared with the order.' });
      const secondComparison = await runCommands('compare', database);
      expect(secondComparison.stdout).toContain(
        'payments: gateway 5 with MYR 644.50, shop 5 with MYR 644.50',
      );
      expect(secondComparison.code).toBe(0);
      await operator.history.acknowledgeLoss();
      expect((await checkout.health()).status).toBe('ok');
      for (const reference of [syncedReference, unsyncedReference, ...lostReferences])
        expect(await payments.get(reference)).toMatchObject({
          state: 'paid',
          fulfillment: { state: 'done' },
        });
    },
  );
}

import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const runFile = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(join(root, 'docs', 'your-database.md'), 'utf8');
const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
  language,
  code,
}));

/** The SQL of the page that creates the tables of the examples. */
const tables = blocks
  .filter(({ language }) => language === 'sql')
  .map(({ code }) => code)
  .join('');

/** Returns the example of the page that begins with `// <name>`. */
export function readExample(name: string): string {
  const block = blocks.find(({ code }) => code.startsWith(`// ${name}\n`));
  if (block === undefined) throw new Error(`docs/your-database.md has no example "${name}".`);
  return block.code;
}

/**
 * Writes the examples and a shop that uses them into a folder. The packages of this workspace must be
 * installed there.
 */
export function writeExamples(folder: string, names: readonly string[]): void {
  for (const name of names) writeFileSync(join(folder, name), readExample(name));
  for (const programs of ['shop', 'database'])
    cpSync(join(root, 'scripts', 'packed', programs), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
}

/**
 * Links packages into the node_modules of a folder. `paths` has the path of each package in this workspace.
 */
export function linkPackages(folder: string, paths: Readonly<Record<string, string>>): void {
  for (const [name, path] of Object.entries(paths)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, path), link, 'junction');
  }
}

/**
 * Compiles the examples and returns the messages of the compiler. Returns an empty text if there are no
 * errors.
 */
export function compileExamples(folder: string, names: readonly string[]): string {
  return compile(folder, ['--allowImportingTsExtensions', ...names]);
}

/** Compiles files with strict options. `args` are further options and the names of the files. */
export function compile(folder: string, args: readonly string[]): string {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = [
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--skipLibCheck',
    '--types',
    'node',
  ];
  const { stdout } = spawnSync(process.execPath, [tsc, '--noEmit', ...options, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout;
}

/**
 * Takes two payments in the shop of an example. Returns the number of calls of `onPaid` for the first one, the amount
 * that was paid for its order, and the amounts that were paid for the second order before and after a person has
 * accepted its payment, which is below the price.
 */
export async function payInExample(
  folder: string,
  name: string,
  databaseUrl: string,
): Promise<{
  readonly onPaidCalls: number;
  readonly paidAmount: number;
  readonly lowAmounts: readonly number[];
}> {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const { stdout } = await runFile(process.execPath, ['fulfill-once.mjs', name, tables], {
    cwd: folder,
    env,
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/**
 * Runs the example for stock. Returns the stock, the state of the reservation, the paid and the refunded amount, and whether the membership
 * is active (1 or 0; null before the payment), after each step.
 */
export async function releaseStock(folder: string): Promise<readonly (readonly unknown[])[]> {
  const { stdout } = await runFile(process.execPath, ['release-stock.mjs', tables], { cwd: folder });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

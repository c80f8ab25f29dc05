import { spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createSandbox, defaultTenant, type Sandbox, type SandboxOptions } from '@pgw/sandbox';
import { onTestFinished } from 'vitest';
import { fromSources } from '../../../../scripts/from-sources.mjs';
import { run } from '../../src/cli/program.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  /** Variables of the environment; a process also has those of the machine that do not begin with PGW_. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly cwd?: string;
}

export interface ProcessOptions extends RunOptions {
  /** The pipe of its output is closed, as `| head` closes it. */
  readonly isUnread?: boolean;
  /** Presses Ctrl-C as soon as this holds. */
  readonly interruptWhen?: () => boolean;
}

/** Runs a command line as the command does, without starting a process for it. */
export async function runPgw(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const printed = Promise.all([textOf(stdout), textOf(stderr)]);
  stdin.end(options.input ?? '');
  const code = await run(args, {
    env: options.env ?? {},
    cwd: options.cwd ?? '/',
    stdin,
    stdout,
    stderr,
    signal: new AbortController().signal,
  });
  stdout.end();
  stderr.end();
  const [out, err] = await printed;
  return { code, out, err };
}

/** Runs the command as a process, to its end. */
export function startPgw(args: readonly string[], options: ProcessOptions = {}): Promise<Ended> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('PGW_')),
  );
  const child = spawn(process.execPath, [...fromSources, main, ...args], {
    env: { ...inherited, ...options.env },
    cwd: options.cwd ?? '/',
  });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (texts.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (texts.err += text.toString()));
  if (options.isUnread === true) child.stdout.destroy();
  child.stdin.end(options.input ?? '');
  const { interruptWhen } = options;
  const watch = setInterval(() => {
    if (interruptWhen?.() !== true) return;
    clearInterval(watch);
    child.kill('SIGINT');
  }, 20);
  child.on('close', () => clearInterval(watch));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...texts })));
}

export const tenant = defaultTenant;

/** Every variable that the command needs to reach a sandbox. */
export function variablesOf(baseUrl: string): Record<string, string> {
  return {
    PGW_BASE_URL: baseUrl,
    PGW_MERCHANT_ID: tenant.id,
    PGW_SECRET_KEY: tenant.secretKey,
    PGW_USER: tenant.userName,
    PGW_PASSWORD: tenant.password,
  };
}

export interface Shop {
  readonly sandbox: Sandbox;
  /** Runs the command as this sandbox's merchant. */
  readonly pgw: (args: readonly string[], options?: RunOptions) => Promise<Ended>;
}

/** A sandbox of one test, with the command beside it. */
export async function openShop(options: SandboxOptions = {}): Promise<Shop> {
  const sandbox = await createSandbox({ port: 0, ...options });
  onTestFinished(() => sandbox.close());
  return {
    sandbox,
    pgw: (args, more = {}) => runPgw(args, { ...more, env: { ...variablesOf(sandbox.url), ...more.env } }),
  };
}

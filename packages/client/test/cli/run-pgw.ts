import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createSandbox, defaultTenant, type Sandbox, type SandboxOptions } from '@pgw/sandbox';
import { onTestFinished } from 'vitest';
import { fromSources } from '../../../../scripts/from-sources.mjs';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

// Each run starts a process, which takes its time on a busy machine.

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  /** Variables of the environment; those of the machine that begin with PGW_ are left out. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly cwd?: string;
  /** Nobody reads what it prints, as behind `| head` that has seen enough. */
  readonly isUnread?: boolean;
  /** Presses Ctrl-C as soon as this holds. */
  readonly interruptWhen?: () => boolean;
}

/** Runs the real command as a process, to its end. */
export function runPgw(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
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

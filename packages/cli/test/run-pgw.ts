import { spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createSandbox, defaultTenant, type Sandbox, type SandboxOptions } from '@pgw/sandbox';
import { onTestFinished } from 'vitest';
import { fromSources } from '../../../scripts/from-sources.mjs';
import { run } from '../src/program.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  /**
   * The environment variables. With {@link spawnPgw}, they are added to the variables of the test runner that do
   * not begin with PGW_.
   */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
  readonly cwd?: string;
}

export interface ProcessOptions extends RunOptions {
  /** True to close the pipe of the standard output at once. A program such as `head` closes it early. */
  readonly isOutputClosed?: boolean;
  /** Sends SIGINT (Ctrl-C) when this function returns true. */
  readonly interruptWhen?: () => boolean;
}

/** Runs a command line in this process. */
export async function runPgw(args: readonly string[], options: RunOptions = {}): Promise<CommandResult> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const texts = Promise.all([readText(stdout), readText(stderr)]);
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
  const [out, err] = await texts;
  return { code, out, err };
}

/** Runs a command line in a new process and waits for its end. */
export function spawnPgw(args: readonly string[], options: ProcessOptions = {}): Promise<CommandResult> {
  const inheritedVariables = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('PGW_')),
  );
  const child = spawn(process.execPath, [...fromSources, main, ...args], {
    env: { ...inheritedVariables, ...options.env },
    cwd: options.cwd ?? '/',
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (output.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output.err += text.toString()));
  if (options.isOutputClosed === true) child.stdout.destroy();
  child.stdin.end(options.input ?? '');
  const { interruptWhen } = options;
  const timer = setInterval(() => {
    if (interruptWhen?.() !== true) return;
    clearInterval(timer);
    child.kill('SIGINT');
  }, 20);
  child.on('close', () => clearInterval(timer));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...output })));
}

export const tenant = defaultTenant;

/** Returns the environment variables for the URL of a sandbox. */
export function createVariables(baseUrl: string): Record<string, string> {
  return {
    PGW_BASE_URL: baseUrl,
    PGW_MERCHANT_ID: tenant.id,
    PGW_SECRET_KEY: tenant.secretKey,
    PGW_USER: tenant.userName,
    PGW_PASSWORD: tenant.password,
  };
}

export interface SandboxWithCommand {
  readonly sandbox: Sandbox;
  /** Runs a command line with the configuration of this sandbox. */
  readonly pgw: (args: readonly string[], options?: RunOptions) => Promise<CommandResult>;
}

/** Starts a sandbox for one test. The sandbox is closed when the test ends. */
export async function startSandbox(options: SandboxOptions = {}): Promise<SandboxWithCommand> {
  const sandbox = await createSandbox({ port: 0, ...options });
  onTestFinished(() => sandbox.close());
  return {
    sandbox,
    pgw: (args, runOptions = {}) =>
      runPgw(args, { ...runOptions, env: { ...createVariables(sandbox.url), ...runOptions.env } }),
  };
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../scripts/free-port.mjs';

/** The origins and the data of a running demo. */
export interface DemoAddresses {
  readonly shop: string;
  readonly sandbox: string;
  /** Directory of the databases. */
  readonly data: string;
}

/** A running demo: a shop and a sandbox with their own data. */
export interface DemoProgram extends DemoAddresses {
  stop(): Promise<void>;
}

/**
 * Starts the demo as `npm run demo` does, with free ports and an empty data directory. `settings` are
 * environment variables.
 *
 * @throws Error with the output of a demo that did not start.
 */
export async function startProgram(
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<DemoProgram> {
  const data = mkdtempSync(join(tmpdir(), 'pgw-e2e-'));
  const shopPort = await findFreePort();
  const sandboxPort = await findFreePort();
  const program = spawn(
    process.execPath,
    [fileURLToPath(new URL('../scripts/demo/demo.mjs', import.meta.url)), ...args],
    {
      env: {
        ...process.env,
        PGW_SHOP_PORT: `${shopPort}`,
        PGW_SANDBOX_PORT: `${sandboxPort}`,
        PGW_DATA: data,
        PGW_SHOP_DATA: join(data, 'shop'),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await waitUntilReady(program);
  return {
    shop: `http://127.0.0.1:${shopPort}`,
    sandbox: `http://127.0.0.1:${sandboxPort}`,
    data,
    stop: async () => {
      program.kill('SIGTERM');
      if (program.exitCode === null) await once(program, 'exit');
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(program: ChildProcess): Promise<void> {
  let output = '';
  for await (const chunk of program.stdout ?? []) {
    output += String(chunk);
    if (output.includes('The demo is ready')) return;
  }
  throw new Error(`The demo ended before it was ready: ${output}`);
}

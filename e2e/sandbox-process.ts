import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { findFreePort } from '../scripts/free-port.mjs';
import { fromSources } from '../scripts/from-sources.mjs';

/** A sandbox in its own process, which can be stopped and continued as `kill -STOP` and `kill -CONT` do. */
export async function startSandboxProcess(): Promise<{
  readonly url: string;
  readonly freeze: () => void;
  readonly goOn: () => void;
}> {
  const port = await findFreePort();
  const data = mkdtempSync(join(tmpdir(), 'pgw-frozen-'));
  const env = { ...process.env, PGW_SANDBOX_PORT: `${port}`, PGW_SANDBOX_DATA: data };
  const child = spawn(process.execPath, [...fromSources, 'packages/sandbox/src/cli.ts'], { env });
  const url = `http://127.0.0.1:${port}`;
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(data, { recursive: true, force: true });
  });
  await expect
    .poll(() =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
  return { url, freeze: () => void child.kill('SIGSTOP'), goOn: () => void child.kill('SIGCONT') };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fromSources } from '../scripts/from-sources.mjs';
import { findFreePort } from '../scripts/free-port.mjs';

const folder = fileURLToPath(new URL('../examples/script-tag', import.meta.url));

/** Starts the shop of examples/script-tag with a sandbox as its gateway. */
export async function startScriptTagExample(
  sandboxUrl: string,
): Promise<{ readonly address: string; readonly stop: () => Promise<void> }> {
  const port = await findFreePort();
  const program = spawn(process.execPath, [...fromSources, 'src/server.ts'], {
    cwd: folder,
    env: { ...process.env, PORT: `${port}`, PGW_BASE_URL: sandboxUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // The shop prints its address when it accepts requests.
  await once(program.stdout, 'data');
  return {
    address: `http://127.0.0.1:${port}`,
    stop: async () => {
      program.kill('SIGTERM');
      if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
      rmSync(`${folder}/.pgw`, { recursive: true, force: true });
    },
  };
}

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const example = fileURLToPath(new URL('../', import.meta.url));

it('prints the port and exits with code 1 when the port is in use', async () => {
  // The app creates its database in the current directory.
  const directory = mkdtempSync(join(tmpdir(), 'pgw-script-tag-'));
  cpSync(join(example, 'public'), join(directory, 'public'), { recursive: true });
  const otherServer = createServer().listen(0, '127.0.0.1');
  await once(otherServer, 'listening');
  // A server that listens on TCP has an AddressInfo.
  const { port } = otherServer.address() as AddressInfo;
  const result = await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const program = join(example, 'src', 'server.ts');
    const env = { ...process.env, PORT: String(port) };
    const args = ['--conditions=pgw-source', program];
    execFile(process.execPath, args, { cwd: directory, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
  otherServer.close();
  rmSync(directory, { recursive: true });
  expect(result.code).toBe(1);
  expect(result.stdout).toBe('');
  expect(result.stderr).toMatch(
    new RegExp(`^Two Mugs can't open port ${port}: .*EADDRINUSE.*\\. Set PORT to a free port\\.$`, 'm'),
  );
});

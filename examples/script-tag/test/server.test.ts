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

it('names the port and ends with an error when the port is taken', async () => {
  // The program keeps its database in the directory that it is started in.
  const folder = mkdtempSync(join(tmpdir(), 'pgw-script-tag-'));
  cpSync(join(example, 'public'), join(folder, 'public'), { recursive: true });
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  // A server that listens on TCP has an AddressInfo.
  const { port } = other.address() as AddressInfo;
  const ended = await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const program = join(example, 'src', 'server.ts');
    const env = { ...process.env, PORT: String(port) };
    const args = ['--conditions=pgw-source', program];
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
  other.close();
  rmSync(folder, { recursive: true });
  expect(ended.code).toBe(1);
  expect(ended.stdout).toBe('');
  expect(ended.stderr).toMatch(
    new RegExp(`^Two Mugs can't open port ${port}: .*EADDRINUSE.*\\. Set PORT to a free one\\.$`, 'm'),
  );
});

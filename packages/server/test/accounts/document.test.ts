import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../../../scripts/free-port.mjs';
import { fromSources } from '../../../../scripts/from-sources.mjs';
import { startProgram } from '../../../../scripts/packed/program.ts';
import { createStartRequest } from '../shop.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Writes the programs of docs/many-merchants.md, as a reader pastes them, into a new folder. */
function pastePrograms(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-many-merchants-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const page = readFileSync(join(root, 'docs/many-merchants.md'), 'utf8');
  for (const [, code = '', name = ''] of page.matchAll(/^```ts\n(\/\/ ([\w.]+\.ts)\n[\s\S]*?)^```$/gm))
    writeFileSync(join(folder, name), code);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  for (const name of ['server', 'sandbox']) {
    const link = join(folder, 'node_modules/@pgw', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'packages', name), link);
  }
  return folder;
}

it('the server of docs/many-merchants.md serves two merchants', async () => {
  const cwd = pastePrograms();
  const [port, sandboxPort] = [String(await findFreePort()), String(await findFreePort())];
  const env = { PORT: port, SANDBOX_PORT: sandboxPort, PGW_BASE_URL: `http://127.0.0.1:${sandboxPort}` };
  for (const [program, ready] of [
    ['sandbox.ts', /listens on/],
    ['server.ts', /Open (http\S+)\/mugs/],
  ] as const) {
    const { stop } = await startProgram([process.execPath, ...fromSources, program], { cwd, env, ready });
    onTestFinished(stop);
  }
  const url = `http://127.0.0.1:${port}`;
  for (const [id, name] of [
    ['mugs', 'Two Mugs'],
    ['plants', 'Three Plants'],
  ]) {
    const page = await fetch(`${url}/${id}`);
    expect(page.headers.get('content-security-policy')).toContain('nonce-');
    expect(await page.text()).toContain('<pgw-checkout');
    const session = await (await fetch(`${url}/${id}/pgw/session?order=A1`)).json();
    expect([session.order.merchant, session.openPayment]).toEqual([name, null]);
    const start = await fetch(`${url}/${id}/pgw/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(createStartRequest({ order: 'A1' })),
    });
    expect(start.status).toBe(201);
  }
  expect((await fetch(`${url}/none/pgw/session?order=A1`)).status).toBe(404);
}, 60_000);

it('the test of docs/many-merchants.md passes', async () => {
  const cwd = pastePrograms();
  const { stderr, stdout, status } = spawnSync(
    process.execPath,
    [...fromSources, '--test', '--test-reporter=tap', 'market.test.ts'],
    { cwd, encoding: 'utf8', timeout: 60_000 },
  );
  expect({ status, stderr, stdout }).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('# pass 1\n'),
  });
}, 90_000);

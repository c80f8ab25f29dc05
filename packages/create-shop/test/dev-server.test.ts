import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync, mkdirSync, cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const templates = join(root, 'packages/create-shop/templates');
const vite = join(root, 'node_modules/vite');

/** Replacements for the modules of the shop that have nothing to do with Vite. */
const modules = {
  'checkout.ts': `export const checkout = { router: (req, res, next) => next(), ready: Promise.resolve(), close: async () => {} };`,
  'settings.ts': `export const publicUrl = 'http://shop.example'; export const strictTransport = undefined;`,
  'orders.ts':
    'export const products = []; export const findOrder = () => undefined; export const placeOrder = () => undefined;',
  'visitor.ts': 'export const ensureVisitor = () => ({}); export const readVisitor = () => undefined;',
  'protection.ts': 'export const protect = () => {}; export const sendRefusal = () => {};',
};

test('after SIGTERM, the development server of a shop with Vite ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-dev-server-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'src'));
  cpSync(join(templates, 'vite/src/server.ts'), join(folder, 'src/server.ts'));
  cpSync(join(templates, 'node/src/serve.ts'), join(folder, 'src/serve.ts'));
  for (const [name, code] of Object.entries(modules)) writeFileSync(join(folder, 'src', name), code);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(vite, join(folder, 'node_modules/vite'), 'junction');
  symlinkSync(
    join(root, 'packages/create-shop/node_modules/express'),
    join(folder, 'node_modules/express'),
    'junction',
  );
  const child = spawn(process.execPath, ['src/server.ts', '--dev'], {
    cwd: folder,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  await expect.poll(() => output).toContain('Open http://shop.example');
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
}, 30_000);

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedStore } from '@pgw/express/stores/embedded';
import { createExpressApp } from './express-route.mjs';

export function create({ httpOrigin }, others) {
  const folder = mkdtempSync(join(process.env['PGW_BENCH_FOLDER'] ?? tmpdir(), 'pgw-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return createExpressApp(httpOrigin, embeddedStore({ file: join(folder, 'payments.db') }), others);
}

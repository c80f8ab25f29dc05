// Tests the packed packages in a new application with the current Node. Continuous integration runs this
// program on several systems and versions of Node.
// Usage: node consumer.mjs <folder with the tarballs> <major version of Express>
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installWithNpm } from './install.mjs';

const [tarballs = '', express = '5'] = process.argv.slice(2);
const scriptFolder = fileURLToPath(new URL('.', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pgw-consumer-'));
const packageNames = ['protocol', 'client', 'server', 'express', 'checkout', 'sandbox'];

try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await installWithNpm(folder, [
    ...packageNames.map((name) => join(resolve(tarballs), `${name}.tgz`)),
    `express@${express}`,
    `@types/express@${express}`,
    '@types/node@22',
    'typescript@5.9',
    'pg@8',
    '@types/pg@8',
  ]);
  for (const name of ['consumer', 'shop']) cpSync(join(scriptFolder, name), folder, { recursive: true });
  for (const resolution of ['node16', 'bundler', 'commonjs']) {
    runNode('node_modules/typescript/bin/tsc', '-p', `tsconfig.${resolution}.json`);
    console.log(`types with ${resolution}: no errors`);
  }
  runNode('commonjs.cjs');
  runNode('take-payment.mjs', 'express');
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function runNode(...args) {
  execFileSync(process.execPath, args, { cwd: folder, stdio: 'inherit' });
}

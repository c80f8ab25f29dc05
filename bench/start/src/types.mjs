// Type-checks a file with one use of a package.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeFailure } from '../../../scripts/program-failure.mjs';
import { median } from '../../output.mjs';

const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
const runCount = 5;

/** A program for each package that uses it. */
const programs = {
  '@pgw/protocol': "import { sign } from '@pgw/protocol';\nsign('https://g.example', { a: 1 }, 'k');",
  '@pgw/client':
    "import { createGatewayClient } from '@pgw/client';\nvoid createGatewayClient({ baseUrl: 'https://g.example', merchantId: 1, secretKey: 'k', credentials: 't' }).queryPayment({ transactionNumber: 'T' });",
  '@pgw/express':
    "import { createCheckout, type CheckoutOptions } from '@pgw/express';\nimport type { EmbeddedTransaction } from '@pgw/express/stores/embedded';\ndeclare const options: CheckoutOptions<EmbeddedTransaction>;\nvoid createCheckout(options).ready;",
  stripe:
    "import Stripe from 'stripe';\nvoid new Stripe('sk').paymentIntents.create({ amount: 1, currency: 'myr' });",
  '@adyen/api-library':
    "import { Client } from '@adyen/api-library';\nnew Client({ apiKey: 'k', environment: 'TEST' as never });",
  '@mollie/api-client':
    "import { createMollieClient } from '@mollie/api-client';\nvoid createMollieClient({ apiKey: 'test_k' }).payments.get('tr_1');",
};

/** Returns a table of the packages. */
export function measureTypeChecks(shop) {
  const rows = Object.entries(programs).map(([name, program]) => {
    const file = join(shop, 'use.ts');
    writeFileSync(file, program);
    const runs = Array.from({ length: runCount }, () => typeCheck(name, file));
    rmSync(file);
    return [
      name,
      median(runs.map(({ seconds }) => seconds)).toFixed(2),
      median(runs.map(({ mebibytes }) => mebibytes)).toFixed(0),
    ];
  });
  return { headings: ['package', 'type-check, s', 'type-check, MiB'], rows };
}

function typeCheck(name, file) {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024'];
  const types = ['--ignoreConfig', '--types', 'node', '--typeRoots', join(modules, '@types')];
  const args = [...options, ...types, '--extendedDiagnostics', file];
  const compiled = spawnSync(join(modules, '.bin', 'tsc'), args, { encoding: 'utf8' });
  if (compiled.status !== 0)
    throw new Error(`The program for ${name} has type errors:\n${describeFailure(compiled)}`);
  const { stdout } = compiled;
  const [, seconds] = /Total time:\s+([\d.]+)s/.exec(stdout) ?? [];
  const [, kibibytes] = /Memory used:\s+([\d.]+)K/.exec(stdout) ?? [];
  return { seconds: Number(seconds), mebibytes: Number(kibibytes) / 1024 };
}

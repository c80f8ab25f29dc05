// Runs the demo and the tests in new Debians: `npm run test:fresh -- --help`. Each Debian has nothing but Node,
// npm, git and certificates, and gets a clone of the last commit.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { findMaker, getHome, getLogin, makeDebian, removeBases } from './fresh-debian.mjs';
import { readRow } from './rows.mjs';
import { findFreePort } from '../free-port.mjs';
import { describeFailure } from '../program-failure.mjs';

const usage = `Usage: npm run test:fresh -- [options]

  --row <name>     a machine of scripts/fresh/rows.mjs, for example no-localhost; can be repeated.
                   Names with + between them are one machine: no-localhost+small-shm
  --tests <paths>  only runs the tests of these paths
  --suite <name>   bookworm or trixie; can be repeated. Default: both
  --user <name>    root or ordinary; can be repeated. Default: both
  --node <version> the version of Node on the machine. Default: 20
  --before <text>  a command of bash that root runs in the Debian first
  --set <text>     a variable of the environment, for example TZ=Pacific/Auckland; can be repeated
  --folder <name>  the name of the folder of the clone. Default: pgw
  --prefix <text>  comes before the commands, for example "umask 077;" or "taskset -c 0"
  --no-git         removes .git after the clone
  --no-demo        only runs the tests
  --no-tests       only runs the demo
  --logs <folder>  where the output is written. Default: a temporary folder

Needs root and debootstrap, or Docker or Podman.`;

/** Ends a demo that hangs. A busy machine needs ten minutes for it. */
const demoLimitMs = 1_800_000;
const root = fileURLToPath(new URL('../..', import.meta.url));
const commandLine = readOptions();
/** The options of the machine that is tested: those of the command line, or those of a row. */
const options = { ...commandLine };

/** The Debian and its program, which end when this process is ended. */
let currentDebian;
let running;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
process.on('exit', () => {
  running?.kill('SIGKILL');
  currentDebian?.remove();
  removeBases();
});

const logs =
  options.logs === undefined ? mkdtempSync(join(tmpdir(), 'pgw-fresh-logs-')) : resolve(options.logs);
mkdirSync(logs, { recursive: true });
const results = [];
let repository;
try {
  const make = findMaker();
  repository = cloneBare();
  for (const name of options.row) results.push(await testRow(make, name));
  if (options.row.length === 0)
    for (const suite of options.suite)
      for (const user of options.user) results.push(await test(make, suite, user));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  if (repository !== undefined) rmSync(repository, { recursive: true, force: true });
}
if (results.some(({ hasPassed }) => !hasPassed)) process.exitCode = 1;

/** Tests the machine of a row: an ordinary user of trixie, unless the row has others. */
async function testRow(make, name) {
  const { suite = 'trixie', user = 'ordinary', shm, hosts, network, ...row } = readRow(name);
  Object.assign(options, { before: undefined }, commandLine, row, {
    set: [...commandLine.set, ...(row.set ?? [])],
  });
  const machine = Object.fromEntries(
    Object.entries({ shm, hosts, network }).filter(([, value]) => value !== undefined),
  );
  return test(make, suite, user, { row: name, machine });
}

/** Tests one suite as one user, in a Debian of its own, and prints one line. */
async function test(make, suite, user, { row, machine = {} } = {}) {
  const node = options.node === '20' ? [] : [`Node ${options.node}`];
  const name = [...(row === undefined ? [] : [row]), suite, user, ...node].join(', ');
  console.log(`${name}: making the Debian. The output of its programs is in ${logs}`);
  const debian = makeDebian(make, { suite, nodeVersion: options.node, repository, machine });
  currentDebian = debian;
  const run = { debian, user, log: join(logs, [row, suite, user].filter(Boolean).join('-')) };
  try {
    await prepare(run);
    if (machine.network !== undefined) await disconnect(run);
    const demo = options['no-demo'] ? undefined : await runDemo(run);
    const tests = options['no-tests'] ? undefined : await runTests(run);
    console.log(`${name}: ${[demo?.text, tests?.text].filter((text) => text !== undefined).join('; ')}`);
    return { hasPassed: demo?.hasPassed !== false && tests?.hasPassed !== false };
  } finally {
    debian.remove();
  }
}

async function prepare({ debian, user, log }) {
  if (options.before !== undefined) await requireSuccess(debian, options.before, `${log}-before.log`);
  const folder = quote(`${getHome(user)}/${options.folder}`);
  const owner = quote(`${getLogin(user)}:`);
  const removeGit = options['no-git'] ? `&& rm -rf ${folder}/.git` : '';
  const parent = quote(`${getHome(user)}/${dirname(options.folder)}`);
  const clone = `mkdir -p ${parent} && git clone --quiet /srv/pgw.git ${folder} && chown -R ${owner} ${parent} ${folder} ${removeGit}`;
  await requireSuccess(debian, clone, `${log}-clone.log`);
}

/** Installs the dependencies, and then disconnects the machine. */
async function disconnect({ debian, user, log }) {
  const [code] = await once(
    start(debian, inClone(user, 'npm run setup'), user, `${log}-setup.log`, {}),
    'close',
  );
  if (code !== 0) throw new Error(`npm run setup failed, see ${log}-setup.log`);
  debian.disconnect();
}

/** Runs the demo until the shop and the sandbox respond. */
async function runDemo({ debian, user, log }) {
  const [shopPort, sandboxPort] = [await findFreePort(), await findFreePort()];
  const ports = { PGW_SHOP_PORT: shopPort, PGW_SANDBOX_PORT: sandboxPort };
  const startedAt = performance.now();
  const program = start(debian, inClone(user, 'npm run demo'), user, `${log}-demo.log`, ports);
  const isReady = await respond([shopPort, sandboxPort], program, debian.inNetwork());
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  await stop(program);
  return isReady
    ? { hasPassed: true, text: `demo ready in ${seconds} s` }
    : { hasPassed: false, text: `the demo did not become ready, see ${log}-demo.log` };
}

/** Runs `npm test` and the tests in `*.fresh.test.ts`, and returns the line with the number of tests. npm can print a notice after it. */
async function runTests({ debian, user, log }) {
  const startedAt = performance.now();
  const command =
    options.tests === undefined
      ? 'npm test'
      : `npm run setup && ${options.prefix} npx vitest run ${options.tests}`;
  const program = start(debian, inClone(user, command), user, `${log}-test.log`, { PGW_FRESH: '1' });
  const [code] = await once(program, 'close');
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const lines = readFileSync(`${log}-test.log`, 'utf8').trim().split('\n');
  const plainLines = lines.map((line) => stripVTControlCharacters(line).trim());
  const lastLine =
    plainLines.findLast((line) => /^(?:Tests +)?\d+ (?:passed|failed)/.test(line)) ?? lines.at(-1);
  const hasPassed = code === 0;
  return {
    hasPassed,
    text: `${options.tests === undefined ? 'npm test' : options.tests} in ${seconds} s: ${hasPassed ? lastLine : `${lastLine}, see ${log}-test.log`}`,
  };
}

/** Resolves with true when both ports respond, and with false when the program has ended or takes too long. */
async function respond(ports, program, network) {
  const deadline = performance.now() + demoLimitMs;
  const isHealthy = async (port) => {
    if (network.length === 0)
      return fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false,
      );
    const script = `fetch('http://127.0.0.1:${port}/healthz', { signal: AbortSignal.timeout(5_000) }).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;
    const [command, ...args] = [...network, process.execPath, '--eval', script];
    return (await once(spawn(command, args, { stdio: 'ignore' }), 'close'))[0] === 0;
  };
  while (program.exitCode === null && performance.now() < deadline) {
    if ((await Promise.all(ports.map(isHealthy))).every(Boolean)) return true;
    await wait(network.length === 0 ? 250 : 1_000);
  }
  return false;
}

function inClone(user, command) {
  return `cd ${quote(`${getHome(user)}/${options.folder}`)} && ${options.prefix} ${command}`;
}

function start(debian, command, user, log, environment) {
  const variables = { ...Object.fromEntries(options.set.map(splitVariable)), ...environment };
  running = debian.spawn(command, user, variables, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = createWriteStream(log);
  running.stdout.pipe(output, { end: false });
  running.stderr.pipe(output, { end: false });
  running.once('close', () => output.end());
  return running;
}

async function stop(program) {
  if (program.exitCode !== null || program.signalCode !== null) return;
  program.kill('SIGKILL');
  await once(program, 'close');
}

/** Runs a command as root. */
async function requireSuccess(debian, command, log) {
  const [code] = await once(start(debian, command, 'root', log, {}), 'close');
  if (code !== 0) throw new Error(`${command} failed:\n${readFileSync(log, 'utf8').trim()}`);
}

/** A bare clone of the last commit. */
function cloneBare() {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-commit-'));
  const clone = spawnSync('git', ['clone', '--quiet', '--bare', '--no-local', root, folder], {
    encoding: 'utf8',
  });
  if (clone.status === 0) return folder;
  throw new Error(`The repository could not be cloned: ${describeFailure(clone)}`);
}

function splitVariable(text) {
  const [name, ...value] = text.split('=');
  return [name, value.join('=')];
}

function quote(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        row: { type: 'string', multiple: true, default: [] },
        tests: { type: 'string' },
        suite: { type: 'string', multiple: true, default: ['bookworm', 'trixie'] },
        user: { type: 'string', multiple: true, default: ['root', 'ordinary'] },
        node: { type: 'string', default: '20' },
        folder: { type: 'string', default: 'pgw' },
        set: { type: 'string', multiple: true, default: [] },
        before: { type: 'string' },
        prefix: { type: 'string', default: '' },
        logs: { type: 'string' },
        'no-git': { type: 'boolean', default: false },
        'no-demo': { type: 'boolean', default: false },
        'no-tests': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const unknownUser = values.user.find((user) => user !== 'root' && user !== 'ordinary');
    if (unknownUser !== undefined) throw new Error(`--user is "${unknownUser}", not root or ordinary.`);
    values.row.forEach(readRow);
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    return values;
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`);
    return process.exit(1);
  }
}

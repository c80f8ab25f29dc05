// `npm run test:repeat -- [runs] [--loaded <runs>] [--shuffle]` runs the whole suite several times. In the last runs,
// other programs use every core. With --shuffle, each run has another order of files and tests. Prints the result of
// each run with its seed, and exits with 1 if one has failed. `--seed <number>` repeats the order of one run.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const usage =
  'Usage: npm run test:repeat -- [runs] [--loaded <number of runs with a load>] [--shuffle | --seed <number>]';
const { runs, loadedRuns, isShuffled, givenSeed } = readArguments();

const lines = [];
for (let number = 1; number <= runs; number += 1) {
  const isLoaded = number > runs - loadedRuns;
  const seed = givenSeed ?? (isShuffled ? randomInt(1, 1_000_000) : undefined);
  const stopLoad = isLoaded ? loadAllCores() : () => {};
  const startedAt = performance.now();
  const { status, lastLine } = await runSuite(seed);
  stopLoad();
  if (status !== 0) process.exitCode = 1;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const conditions = [isLoaded && 'with a load on every core', seed && `shuffled with --seed ${seed}`];
  lines.push(
    `Run ${[`${number} of ${runs}`, ...conditions.filter(Boolean)].join(', ')}: ${lastLine} in ${seconds} s`,
  );
  console.log(`\n${lines.join('\n')}`);
}

function readArguments() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      loaded: { type: 'string', default: '0' },
      shuffle: { type: 'boolean', default: false },
      seed: { type: 'string' },
    },
  });
  const [count, loaded] = [Number(positionals[0] ?? 5), Number(values.loaded)];
  const seed = values.seed === undefined ? undefined : Number(values.seed);
  const isWhole = (value, minimum) => Number.isInteger(value) && value >= minimum;
  const isValid = isWhole(count, 1) && isWhole(loaded, 0) && loaded <= count && isWhole(seed ?? 1, 1);
  if (!isValid) {
    console.error(usage);
    process.exit(2);
  }
  return { runs: count, loadedRuns: loaded, isShuffled: values.shuffle, givenSeed: seed };
}

/** Uses each core with a program of its own. Returns a function that ends these programs. */
function loadAllCores() {
  const programs = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  );
  const stop = () => programs.forEach((program) => program.kill('SIGKILL'));
  process.once('exit', stop);
  return () => {
    process.off('exit', stop);
    stop();
  };
}

/** Runs the suite. Returns its exit code and the last line of its output. */
function runSuite(seed) {
  // The programs of the suite are on the PATH of this process, also if pnpm is started by npx.
  const child = spawn(process.execPath, ['scripts/test-all.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(seed !== undefined && { PGW_SHUFFLE_SEED: String(seed) }) },
  });
  let tail = '';
  child.stdout.on('data', (text) => {
    process.stdout.write(text);
    tail = `${tail}${text}`.slice(-2_000);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: 1, lastLine: error.message }));
    child.on('close', (status) => resolve({ status, lastLine: tail.trim().split('\n').at(-1) }));
  });
}

// `npm run test:repeat -- [runs] [--loaded <runs>]` runs the whole suite several times. In the last runs,
// another program uses one core. Prints the result of each run, and exits with 1 if one has failed.
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { loaded: { type: 'string', default: '0' } },
});
const runs = Number(positionals[0] ?? 5);
const loadedRuns = Number(values.loaded);
if (
  !Number.isInteger(runs) ||
  runs < 1 ||
  !Number.isInteger(loadedRuns) ||
  loadedRuns < 0 ||
  loadedRuns > runs
) {
  console.error('Usage: npm run test:repeat -- [runs] [--loaded <number of runs with a load>]');
  process.exit(2);
}

const lines = [];
for (let number = 1; number <= runs; number += 1) {
  const isLoaded = number > runs - loadedRuns;
  const load = isLoaded ? spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }) : undefined;
  const startedAt = performance.now();
  const { status, lastLine } = await runSuite();
  load?.kill('SIGKILL');
  if (status !== 0) process.exitCode = 1;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  lines.push(
    `Run ${number} of ${runs}${isLoaded ? ', with a load on one core' : ''}: ${lastLine} in ${seconds} s`,
  );
  console.log(`\n${lines.join('\n')}`);
}

/** Runs the suite. Returns its exit code and the last line of its output. */
function runSuite() {
  const child = spawn('pnpm', ['run', '--silent', 'test:all'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let tail = '';
  child.stdout.on('data', (text) => {
    process.stdout.write(text);
    tail = `${tail}${text}`.slice(-2_000);
  });
  return new Promise((resolve) => {
    child.on('error', (error) =>
      resolve({ status: 1, lastLine: `pnpm could not be started: ${error.message}` }),
    );
    child.on('close', (status) => resolve({ status, lastLine: tail.trim().split('\n').at(-1) }));
  });
}

// Runs each command with --help and --version in a new process.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFailure } from '../../../scripts/program-failure.mjs';
import { median } from '../../output.mjs';

const commands = [
  ['@pgw/cli', 'pgw'],
  ['@pgw/express', 'pgw-express'],
  ['@pgw/sandbox', 'pgw-sandbox'],
  ['@pgw/create-shop', 'create-shop'],
];

/** The start of Node itself: a program without code. */
const baseline = 'node --eval ""';

/** Returns a table of the commands. The last column is the time of a command minus that of the baseline in the same round. */
export function measureCommands(shop, { rounds }) {
  const programs = [
    [baseline, ['--eval', '']],
    ...commands.flatMap(([packageName, name]) => {
      const file = findProgram(shop, packageName, name);
      return ['--help', '--version'].map((flag) => [`${name} ${flag}`, [file, flag]]);
    }),
  ];
  const runs = new Map(programs.map(([title]) => [title, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [title, args] of programs) runs.get(title).push(runOnce(shop, args));
  const rows = programs.map(([title]) => [
    title,
    Math.min(...runs.get(title)).toFixed(0),
    median(runs.get(title)).toFixed(0),
    median(runs.get(title).map((ms, round) => ms - runs.get(baseline)[round])).toFixed(0),
  ]);
  return { headings: ['command', 'ms, lowest', 'ms, median', 'ms more than Node alone'], rows };
}

function findProgram(shop, packageName, name) {
  const folder = join(shop, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, bin[name]);
}

function runOnce(shop, args) {
  const startedAt = performance.now();
  const result = spawnSync(process.execPath, args, { cwd: shop, encoding: 'utf8' });
  const ms = performance.now() - startedAt;
  if (result.status !== 0) throw new Error(`node ${args.join(' ')} failed:\n${describeFailure(result)}`);
  return ms;
}

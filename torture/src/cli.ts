import { parseArgs } from 'node:util';
import type { Claim, RunOptions } from './claim.ts';
import { claims } from './claims.ts';

const usage = `Usage: npm run torture -- <name> [--seed <n>] [--short] [--<size> <n>]
       npm run torture -- all

${Object.entries(claims)
  .map(([name, { sentence }]) => `  ${name.padEnd(10)} ${sentence}`)
  .join('\n')}`;

const { positionals, values } = parseArgs({
  args: flags(process.argv.slice(2)),
  allowPositionals: true,
  strict: false,
});
const [name = ''] = positionals;
const chosen =
  name === 'all' ? Object.entries(claims) : Object.entries(claims).filter(([known]) => known === name);
if (chosen.length === 0) {
  console.error(usage);
  process.exitCode = 2;
}
for (const [title, claim] of chosen) await run(title, claim);

async function run(title: string, claim: Claim): Promise<void> {
  const options = optionsOf();
  console.log(`\n── ${title} (seed ${options.seed}${options.isShort ? ', short' : ''})\n${claim.sentence}`);
  const { counted, failures } = await claim.run(options);
  const width = Math.max(...Object.keys(counted).map((key) => key.length));
  for (const [key, value] of Object.entries(counted)) console.log(`  ${key.padEnd(width)}  ${value}`);
  for (const failure of failures) console.log(`  FAILED: ${failure}`);
  console.log(failures.length === 0 ? `${title}: holds` : `${title}: DOES NOT HOLD (seed ${options.seed})`);
  if (failures.length > 0) process.exitCode = 1;
}

function optionsOf(): RunOptions {
  const isShort = values['short'] === true;
  const text = (flag: string): string | undefined =>
    typeof values[flag] === 'string' ? values[flag] : undefined;
  return {
    seed: Number(text('seed') ?? Math.floor(Math.random() * 1_000_000)),
    isShort,
    size: (flag, { long, short }) => Number(text(flag) ?? (isShort ? short : long)),
    choice: (flag, choices) => {
      const [found = ''] = choices.filter((known) => known === (text(flag) ?? choices[0]));
      if (found !== '') return found;
      console.error(`--${flag} is ${text(flag)}; it can be ${choices.join(' or ')}.`);
      process.exit(2);
    },
    say: (line) => console.log(`  · ${line}`),
  };
}

/** `--seed 7` as `--seed=7`: the parser cannot know which flags take a value. */
function flags(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    const before = args[index - 1] ?? '';
    if (/^--[\w-]+$/.test(before) && before !== '--short' && !arg.startsWith('--')) return [];
    const next = args[index + 1] ?? '';
    const takesNext = /^--[\w-]+$/.test(arg) && arg !== '--short' && next !== '' && !next.startsWith('--');
    return [takesNext ? `${arg}=${next}` : arg];
  });
}

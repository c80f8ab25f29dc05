// Compares two commits: the working tree and another commit, over real HTTP. In each round, both run right after each
// other, in alternating order, beside controls that are the same program for both.
import { startServers } from './http-bench.mjs';
import { checkOut, findLastRelease, readCommit } from './other-commit.mjs';
import { median, print, formatTable } from '../../output.mjs';

/** These implementations do not use our packages. They show how much the machine differs within a round. */
const controls = ['baseline', 'baseline-again', 'baseline-stored'];
const compared = ['pgw-client', 'pgw-route-embedded', 'pgw-paid-order'];

/** The highest accepted median of our CPU per request divided by that of the other commit. The noise is ±0.15. */
const maxCpuRatio = 1.15;
/** The lowest accepted median of the requests per second of the whole route divided by those of a control. */
const goals = { baseline: 0.33, 'baseline-stored': 2 };

export async function compareCommits({ against, rounds, seconds, only, warmUpRequests }) {
  const name = against === 'last-release' ? findLastRelease() : against;
  if (name === undefined) {
    print('Skipped: there is no release yet to compare with. The first tag v<version> is the first release.');
    return;
  }
  const commit = readCommit(name);
  const chosen = compared.filter((each) => only.length === 0 || only.includes(each));
  const other = checkOut(commit);
  const roundsByName = {};
  try {
    const entries = [
      ...controls.map((each) => ({ key: each, name: each })),
      ...chosen.map((each) => ({ key: each, name: each })),
      ...chosen.map((each) => ({ key: `${each} of ${name}`, name: each, source: other.source })),
    ];
    const { measure, stop } = await startServers(entries, warmUpRequests);
    try {
      for (let round = 0; round < rounds; round += 1) {
        const pairs = chosen.map((each) => [each, `${each} of ${name}`]);
        const order = pairs.flatMap((pair) => (round % 2 === 0 ? pair : pair.toReversed()));
        for (const key of [...controls, ...order])
          (roundsByName[key] ??= []).push(await measure(key, seconds));
        process.stderr.write(`round ${round + 1} of ${rounds}\n`);
      }
    } finally {
      await stop();
    }
  } finally {
    other.remove();
  }
  printComparison(roundsByName, { chosen, name, commit });
}

function printComparison(roundsByName, { chosen, name, commit }) {
  const compare = (key, field, otherKey) =>
    roundsByName[key].map((round, index) => round[field] / roundsByName[otherKey][index][field]);
  const toRow = (key, otherKey) => [
    `${key} ÷ ${otherKey}`,
    ...['perSecond', 'cpu'].map((field) => formatRatios(compare(key, field, otherKey))),
    ...['perSecond', 'cpu'].map((field) => median(roundsByName[key].map((round) => round[field])).toFixed(0)),
  ];
  const pairs = [
    ['baseline-again', 'baseline'],
    ...chosen.map((each) => [each, `${each} of ${name}`]),
    ...(chosen.includes('pgw-route-embedded') ? Object.keys(goals) : []).flatMap((control) => [
      ['pgw-route-embedded', control],
      [`pgw-route-embedded of ${name}`, control],
    ]),
  ];
  print(
    `\nThe working tree compared with ${name} (${commit.slice(0, 8)}); rounds: ${roundsByName.baseline.length}.`,
  );
  print('A ratio is the median of the rounds, with the lowest and the highest.\n');
  const headings = [
    'compared',
    'requests/s',
    'CPU per request',
    'requests/s of the first',
    'its CPU per request, µs',
  ];
  print(
    formatTable(
      headings,
      pairs.map(([key, otherKey]) => toRow(key, otherKey)),
    ),
  );
  const misses = [
    ...chosen
      .map((each) => ({ each, ratio: median(compare(each, 'cpu', `${each} of ${name}`)) }))
      .filter(({ ratio }) => ratio > maxCpuRatio)
      .map(
        ({ each, ratio }) =>
          `${each} uses ${ratio.toFixed(2)} times the CPU of ${name}. At most ${maxCpuRatio} is accepted.`,
      ),
    ...Object.entries(chosen.includes('pgw-route-embedded') ? goals : {})
      .map(([control, goal]) => ({
        control,
        goal,
        ratio: median(compare('pgw-route-embedded', 'perSecond', control)),
      }))
      .filter(({ goal, ratio }) => ratio < goal)
      .map(
        ({ control, goal, ratio }) =>
          `pgw-route-embedded has ${ratio.toFixed(2)} of the requests/s of ${control}. The goal is ${goal}.`,
      ),
  ];
  for (const miss of misses) print(`\nMissed: ${miss}`);
  if (misses.length > 0) process.exitCode = 1;
}

function formatRatios(ratios) {
  return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;
}

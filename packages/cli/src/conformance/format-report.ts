import { toPrintable, toPrintableJson } from '@pgw/protocol/internal';
import type { CheckReport, ConformanceReport } from './run-checks.ts';

const marks = { 'as described': 'as described', differs: 'DIFFERS', 'not checked': 'not checked' } as const;
const markWidth = 'as described'.length;

/** Formats the results as text, with the profile to paste at the end. */
export function formatReport({ checks, profile }: ConformanceReport): string {
  const idWidth = Math.max(...checks.map(({ id }) => id.length));
  const rows = checks.map((check) => formatCheck(check, idWidth));
  return [...rows, '', formatSummary(checks), '', formatProfile(checks, profile)].join('\n');
}

function formatCheck({ id, sentence, state, detail, setting }: CheckReport, idWidth: number): string {
  const label = `${marks[state].padEnd(markWidth)}  ${id.padEnd(idWidth)}  `;
  const indent = ' '.repeat(label.length);
  const lines = [`${label}${sentence}`];
  if (state === 'not checked') lines.push(`${indent}reason: ${toPrintable(detail)}`);
  else lines.push(`${indent}received: ${toPrintable(detail)}`);
  if (setting !== undefined) lines.push(`${indent}setting: ${toPrintable(setting)}`);
  return lines.join('\n');
}

/** Counts the results, such as `14 as described, 2 differ, 1 not checked`. */
function formatSummary(checks: readonly CheckReport[]): string {
  const count = (state: CheckReport['state']): number =>
    checks.filter((check) => check.state === state).length;
  return `${count('as described')} as described, ${count('differs')} differ, ${count('not checked')} not checked`;
}

function formatProfile(checks: readonly CheckReport[], profile: ConformanceReport['profile']): string {
  const differences = checks.filter(({ state }) => state === 'differs');
  const needsValues = differences.some(({ setting }) => /^profile\.[^=]*$/.test(setting ?? ''));
  const hasOther = differences.some(({ setting }) => setting === undefined);
  const harmlessCount = differences.filter(({ setting = '' }) => setting.startsWith('none needed')).length;
  const next = [
    ...(needsValues
      ? ['For settings above without a value, take the value from the documents of the gateway.']
      : []),
    ...(harmlessCount === 0 ? [] : [`Differences that need no setting: ${harmlessCount}.`]),
    ...(hasOther ? ['No setting describes the other differences.'] : []),
  ];
  if (Object.keys(profile).length > 0) {
    const text = toPrintableJson({ profile }, 2);
    return ['The profile, for pgw.json and the option "profile" of the client:', text, ...next].join('\n');
  }
  if (!checks.some(({ id, state }) => id === 'unknown-transaction' && state !== 'not checked'))
    return 'The profile was not checked.';
  return [needsValues ? 'The default profile does not fit.' : 'The default profile fits.', ...next].join(
    '\n',
  );
}

// Checks the ceilings of scripts/checks/line-ceilings.ts. Prints one line per ceiling that is exceeded, and exits
// with 1 if there is one. `--list` prints each number. Also names each ceiling that can be lowered.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Ceiling,
  importCeilings,
  lineCeilings,
  smallFileCeilings,
  sourceFile,
} from './checks/line-ceilings.ts';
import { listProjectFiles } from './checks/project-files.ts';
import { listTargets, readSources, type Source } from './checks/source-files.ts';

interface Count {
  readonly ceiling: Ceiling;
  /** For example `lines`. */
  readonly unit: string;
  readonly value: number;
}

/** Counts what each ceiling limits, in the files below a root. */
export function countAll(root: string): Count[] {
  const files = listProjectFiles(root)
    .filter((path) => sourceFile.test(path))
    .map((path) => ({ path, lines: countLines(readFileSync(join(root, path), 'utf8')) }));
  const ofPackages = new Map(
    [...smallFileCeilings, ...importCeilings].map(({ what }) => [
      what,
      readSources(root, `packages/${what}/src`),
    ]),
  );
  return [
    ...lineCeilings.map((ceiling) => ({
      ceiling,
      unit: 'lines',
      value: sum(files.filter(({ path }) => ceiling.files.test(path)).map(({ lines }) => lines)),
    })),
    ...smallFileCeilings.map((ceiling) => ({
      ceiling,
      unit: 'files of at most 60 lines with one importer',
      value: countSmallFiles(ofPackages.get(ceiling.what) ?? []),
    })),
    ...importCeilings.map((ceiling) => ({
      ceiling,
      unit: 'local imports per 100 lines of code',
      value: computeImportDensity(ofPackages.get(ceiling.what) ?? []),
    })),
  ];
}

/** Returns a sentence if a count is above its ceiling. */
export function findExcess({ ceiling, unit, value }: Count): string[] {
  const maximum = sumCeiling(ceiling);
  return value > maximum
    ? [
        `${ceiling.what}: ${value} ${unit}, at most ${maximum} are allowed. Remove as many as the change adds, or add a raise with its reason in scripts/checks/line-ceilings.ts.`,
      ]
    : [];
}

/** Returns a sentence if a count is more than 1 % below the first number of its ceiling. */
export function findSlack({ ceiling, unit, value }: Count): string[] {
  return value < ceiling.first * 0.99
    ? [
        `Note: ${ceiling.what} has ${value} ${unit}. Lower \`first\` from ${ceiling.first} in scripts/checks/line-ceilings.ts.`,
      ]
    : [];
}

function countSmallFiles(sources: readonly Source[]): number {
  const importers = Map.groupBy(
    sources.flatMap((source) => [...new Set(listTargets(source))]),
    (target) => target,
  );
  return sources.filter(({ path, text }) => countLines(text) <= 60 && importers.get(path)?.length === 1)
    .length;
}

function computeImportDensity(sources: readonly Source[]): number {
  const imports = sum(sources.map((source) => new Set(listTargets(source)).size));
  const codeLines = sum(sources.map((source) => source.codeLines));
  return codeLines === 0 ? 0 : Math.round((imports / codeLines) * 10_000) / 100;
}

function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

function sumCeiling({ first, raises = [] }: Ceiling): number {
  return first + sum(raises.map(({ by }) => by));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const counts = countAll(fileURLToPath(new URL('..', import.meta.url)));
  if (process.argv.includes('--list'))
    for (const { ceiling, unit, value } of counts)
      console.log(`${ceiling.what}: ${value} of at most ${sumCeiling(ceiling)} ${unit}`);
  for (const note of counts.flatMap(findSlack)) console.log(note);
  const excesses = counts.flatMap(findExcess);
  for (const excess of excesses) console.error(excess);
  if (excesses.length > 0) process.exitCode = 1;
  else console.log('All lines are below their ceilings.');
}

// Checks that sources and documents do not contain refused words and former names, which readers did not
// understand. Prints one line per defect, and exits with 1 if there is a defect.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listProjectFiles } from './checks/project-files.ts';

interface Rule {
  readonly pattern: RegExp;
  /** What to write in its place. */
  readonly instead: string;
  /** The files that the rule applies to. Default: all. */
  readonly files?: RegExp;
}

/** Words that are refused in texts and in parts of identifiers, in any letter case. */
const words: readonly Rule[] = [
  {
    pattern: /\b(?:nobody|somebody)\b/gi,
    instead: 'name the actor: the shopper, the caller, another process',
  },
  { pattern: /\banew\b/gi, instead: 'again' },
  { pattern: /\bbabbl(?:e|es|ed|ing)\b/gi, instead: 'invalid response' },
  { pattern: /\bmend(?:s|ed|ing)?\b/gi, instead: 'fix' },
  { pattern: /\benliven(?:s|ed|ing)?\b/gi, instead: 'load' },
  { pattern: /\bwish(?:es|ed|ing)?\b/gi, instead: 'request' },
  { pattern: /\bcontestants?\b/gi, instead: 'implementation' },
];

/** Former names in the code, which are refused. */
const names: readonly Rule[] = [
  { pattern: /\bbyPress\b/g, instead: 'isUserInitiated' },
  { pattern: /\brunGiven\b/g, instead: 'runBulkStatement' },
  { pattern: /\bLife\b/g, instead: 'CheckoutFlow' },
  { pattern: /\bLooks\b/g, instead: 'a view, or a verb such as "searches"' },
  { pattern: /\baskEarly\b/g, instead: 'prefetchBanks' },
  { pattern: /\bBrought\b/g, instead: 'ModuleContents' },
  { pattern: /\b(?:Refund|Capture)Wish\b/g, instead: 'RefundOptions, CaptureOptions' },
  { pattern: /\bPatience\b/g, instead: 'pending stage' },
  { pattern: /\bgateway-babble\b/g, instead: 'invalid-gateway-response' },
  { pattern: /\bTold\b/g, instead: 'callback payload' },
  { pattern: /\bCompany\b/g, instead: 'BatchSizer' },
  { pattern: /\bCaution\b/g, instead: 'SavepointMode' },
  { pattern: /\bstoreBesidePayment\b/g, instead: 'insertLinkedRow' },
  { pattern: /\bCameSecond\b/g, instead: 'VersionConflict' },
  { pattern: /\bopenPatiently\b/g, instead: 'openWithRetry' },
  { pattern: /\bmostUnderWay\b/g, instead: 'maxInFlight' },
  { pattern: /\bpriced\(/g, instead: 'resolveOrder' },
  { pattern: /\bshown\(/g, instead: 'toStorefrontOrder' },
  { pattern: /#turn\b|\bturn\(/g, instead: 'requestId' },
  { pattern: /\w\.here\b/g, instead: 'value' },
  { pattern: /\bexpect\(/g, instead: 'prefetchBanks', files: /^packages\/checkout\/src\// },
];

/** Files that are not checked, with the reason. */
const exceptions: readonly { readonly files: RegExp; readonly reason: string }[] = [
  {
    files: /^scripts\/(?:test\/)?check-words(?:\.test)?\.ts$/,
    reason: 'the rules and their test contain the words',
  },
  {
    files:
      /^(?:packages\/checkout\/src\/locales|examples\/shop\/src\/languages(?:\/products)?)\/(?!en\.)[\w-]+\.ts$/,
    reason: 'texts in other languages',
  },
];

const checkedFiles = /\.(?:ts|mts|cts|js|mjs|cjs|vue|tsx|md|css|html|ya?ml|json|csv|sh|txt|example)$/;
const generatedFiles = /(?:^|\/)pnpm-lock\.yaml$|\/CHANGELOG\.md$/;

/** Returns a sentence for each refused word below a root. */
export function findWordDefects(root: string): string[] {
  return listProjectFiles(root)
    .filter((file) => checkedFiles.test(file) && !generatedFiles.test(file))
    .flatMap((file) => findTextDefects(file, readFileSync(join(root, file), 'utf8')));
}

/** Returns the defects of one file. */
export function findTextDefects(file: string, text: string): string[] {
  if (exceptions.some(({ files }) => files.test(file))) return [];
  return text.split('\n').flatMap((line, index) => {
    const defects = [
      ...findLineDefects(separateWords(line), words, file),
      ...findLineDefects(line, names, file),
    ];
    return defects.map((defect) => `${file}:${index + 1}: ${defect}`);
  });
}

/** Separates the words of camelCase names, so that `isWish` contains the word "wish". */
function separateWords(line: string): string {
  return line.replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, ' ');
}

function findLineDefects(line: string, rules: readonly Rule[], file: string): string[] {
  return rules
    .filter(({ files }) => files === undefined || files.test(file))
    .flatMap(({ pattern, instead }) =>
      [...line.matchAll(pattern)].map(([found]) => `replace "${found}" (${instead}).`),
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const defects = findWordDefects(fileURLToPath(new URL('..', import.meta.url)));
  for (const defect of defects) console.error(defect);
  if (defects.length > 0) process.exitCode = 1;
  else console.log('No refused word was found.');
}

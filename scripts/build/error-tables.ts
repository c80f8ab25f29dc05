// The tables of docs/errors.md, from the docstrings of the codes. A docstring says when a code occurs and, after "What to do:",
// the next step.
import { join } from 'node:path';
import { findDeclaration, type Member } from '../../docs-site/reference/declarations.ts';
import { storefrontProblems } from '../../packages/protocol/src/storefront/problem.ts';

interface Row extends Member {
  readonly when: string;
  readonly step: string;
}

/** Reads the codes of a declaration, and the two parts of their docstrings. */
function readCodes(path: string, declaration: string): Row[] {
  const found = findDeclaration(join(import.meta.dirname, '../../packages', path), declaration);
  if (found === undefined) throw new Error(`${path} has no declaration ${declaration}.`);
  return found.members.map((member) => {
    const [when = '', step = ''] = linkDocuments(member.doc.replaceAll(/\s+/g, ' ')).split(' What to do: ');
    if (when === '') throw new Error(`${member.name} of ${declaration} has no docstring.`);
    return { ...member, when, step: `${step.slice(0, 1).toUpperCase()}${step.slice(1)}` };
  });
}

/** Names of documents become links of docs/errors.md. */
const linkDocuments = (text: string): string =>
  text
    .replaceAll(
      /docs\/errors\.md#([\w-]+)/g,
      (_, anchor: string) => `[${anchor.replaceAll('-', ' ')}](#${anchor})`,
    )
    .replaceAll(/docs\/([\w/-]+\.md)(#[\w-]+)?/g, '[$1]($1$2)')
    .replaceAll(/packages\/[\w/-]+\/README\.md#[\w-]+/g, '[its README](../$&)');

const mark = (name: string): string => `\`${name}\``;
const problems = readCodes('protocol/src/storefront/problem.ts', 'storefrontProblems');
const events = readCodes('server/src/events/event-facts.ts', 'CheckoutEventFacts');
const statusOf = new Map(Object.entries(storefrontProblems).map(([name, { status }]) => [name, status]));

export const errorTables = {
  problems: {
    columns: ['code', 'status', 'when', 'what to do'],
    rows: problems.map(({ name, when, step }) => [mark(name), String(statusOf.get(name)), when, step]),
  },
  'client-errors': {
    columns: ['code', 'when', 'what to do'],
    rows: readCodes('protocol/src/errors.ts', 'PgwErrorCode').map(({ name, when, step }) => [
      mark(name),
      when,
      step,
    ]),
  },
  events: {
    columns: ['event', 'when', 'what to do'],
    rows: events.filter(({ step }) => step !== '').map(({ name, when, step }) => [mark(name), when, step]),
  },
  'events-for-the-log': {
    columns: ['event', 'when'],
    rows: events.filter(({ step }) => step === '').map(({ name, when }) => [mark(name), when]),
  },
  'health-problems': {
    columns: ['code', 'status', 'when', 'what to do'],
    rows: readCodes('server/src/model/health.ts', 'HealthProblemCode').map(({ name, when, step }) => {
      const [status = '', reason = ''] = when.split(/: (.*)/);
      return [mark(name), status, `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}`, step];
    }),
  },
};

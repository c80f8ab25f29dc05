// The tables of docs/ whose rows are in the code: states, hooks, tracing channels, alerts, platforms and the policy of a page.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { findDeclaration } from '../../docs-site/reference/declarations.ts';
import { contentSecurityPolicy } from '../../packages/server/src/http/pages/page.ts';
import { platforms } from '../../packages/server/src/stores/platforms.ts';
import purposes from './policy-purposes.json' with { type: 'json' };

interface SourceTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
const code = (text: string): string => `\`${text}\``;

/** The values of a type of `@pgw/server`, each with its meaning: the list in the comment of the type. */
function describeValues(column: string, file: string, type: string): SourceTable {
  const [before = ''] = read(`packages/server/src/model/${file}`).split(
    new RegExp(`(?:export type|readonly) ${type}\\b`),
  );
  const comment = before.slice(before.lastIndexOf('/**')).replaceAll(/\n *\*(?! - ) */g, ' ');
  const values = comment.matchAll(/\n *\* - ((?:`[\w-]+`(?:, )?)+): (.*?)\.? *\/?(?=\n|$)/g);
  return { columns: [column, 'meaning'], rows: [...values].map((match) => match.slice(1)) };
}

/** A tracing channel: its work, from the comment of its message, and the properties of the message. */
function describeChannel(file: string, type: string): string[] {
  const { doc, members } = findDeclaration(`${root}packages/${file}`, type) ?? { doc: '', members: [] };
  const [, channel = '', work = ''] = /(`pgw:[\w-]+`)[:,] (?:for )?(.*?)\./.exec(doc) ?? [];
  return [channel, work, members.map(({ name }) => code(name)).join(', ')];
}

const tracing = 'server/src/events/tracing.ts';
const messages = ['StartTrace', 'CallbackTrace', 'SyncTrace', 'HookTrace', 'OperationTrace'];
const alerts = parse(read('docs/monitoring/alerts.yml')) as {
  groups: { rules: { alert: string; labels: { severity: string }; annotations: { summary: string } }[] }[];
};
const policy = contentSecurityPolicy({
  nonce: 'A'.repeat(22),
  logoOrigins: ['https://gateway.example'],
  redirectOrigins: ['https://gateway.example'],
});
export const sourceTables: Readonly<Record<string, SourceTable>> = {
  'payment-states': describeValues('state', 'payments/payment-state.ts', 'PaymentState'),
  'operation-states': describeValues('state', 'operations/operation.ts', 'OperationState'),
  'payment-discrepancies': describeValues('code', 'payments/discrepancy.ts', 'PaymentDiscrepancyCode'),
  'operation-discrepancies': describeValues('code', 'payments/discrepancy.ts', 'OperationDiscrepancyCode'),
  hooks: describeValues('hook', 'hook.ts', 'HookName'),
  'audit-codes': describeValues('code', 'audit-finding.ts', 'code'),
  channels: {
    columns: ['channel', 'work', 'message, with `traceparent` and `error`'],
    rows: [
      ...messages.map((type) => describeChannel(tracing, type)),
      describeChannel('client/src/call.ts', 'GatewayCallTrace'),
    ],
  },
  alerts: {
    columns: ['alert', 'what it says', 'severity'],
    rows: alerts.groups.flatMap(({ rules }) =>
      rules.map(({ alert, labels, annotations }) => [code(alert), annotations.summary, labels.severity]),
    ),
  },
  platforms: {
    columns: ['platform', 'environment variable', 'not refused with'],
    rows: platforms.map(({ name, variable, local }) => [
      name,
      code(variable),
      local === undefined ? '' : code(`${local.variable}=${local.value}`),
    ]),
  },
  policy: {
    columns: ['directive', 'sources', 'for'],
    rows: policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      const text = sources.join(' ').replace(/A{22}/, '…');
      return [code(name), code(text), purposes[name as keyof typeof purposes]];
    }),
  },
};

// Tables of docs/gateway-profile.md and of the READMEs of the sandbox and of the command, from their sources.
import { join } from 'node:path';
import { findDeclaration, type Member } from '../../docs-site/reference/declarations.ts';
import { commands } from '../../packages/cli/src/commands/index.ts';
import { exitCode } from '../../packages/cli/src/exit-codes.ts';
import { isKnownPaymentStatus, paymentStatus } from '../../packages/protocol/src/gateway/payment-status.ts';
import { defaultProfile } from '../../packages/protocol/src/gateway/profile.ts';
import {
  type CatalogueChannel,
  type CatalogueCurrency,
  channelGroups,
  channels,
  channelTypeNumbers,
} from '../../packages/sandbox/src/catalogue/channels.ts';
import { outcomes } from '../../packages/sandbox/src/catalogue/outcomes.ts';
import { findRefundPolicy } from '../../packages/sandbox/src/catalogue/refund-policies.ts';
import { scenarios } from '../../packages/sandbox/src/scenarios/scenarios.ts';

const mark = (text: string): string => `\`${text}\``;

function readMembers(path: string, name: string): readonly Member[] {
  const found = findDeclaration(join(import.meta.dirname, '../../packages', path), name);
  if (found === undefined) throw new Error(`${path} has no declaration ${name}.`);
  return found.members;
}
const docOf = ({ doc }: Member): string => doc.replaceAll(/\s+/g, ' ');

/** The entries of a section of the profile, each with its default and its source. */
function listEntries(section: Member): string[][] {
  const values = new Map<string, unknown>(Object.entries(defaultProfile)).get(section.name);
  const defaults = new Map(Object.entries(values ?? {}));
  const pairs =
    section.members.length > 0 ? '' : [...defaults].map((pair) => mark(pair.join(': '))).join(', ');
  const sectionRow = section.doc === '' ? [] : [[mark(`profile.${section.name}`), pairs, docOf(section)]];
  const rows = section.members.map((entry) => [
    mark(`profile.${section.name}.${entry.name}`),
    mark(String(defaults.get(entry.name))),
    docOf(entry),
  ]);
  return [...sectionRow, ...rows];
}

function formatTerms({ code, min, max, fee, feePercent }: CatalogueCurrency): string {
  const format = (value: number): string => value.toLocaleString('en', { minimumFractionDigits: 2 });
  const limits =
    min === undefined
      ? 'any'
      : `${max === undefined ? 'from ' : ''}${format(min)}${max === undefined ? '' : ` to ${format(max)}`}`;
  const fees = [
    ...(fee === undefined ? [] : [`fee ${format(fee)}`]),
    ...(feePercent === undefined ? [] : [`fee ${feePercent} %`]),
  ];
  return [`${code} ${limits}`, ...fees].join(', ');
}

/** What differs from a channel that redirects by a URL, and has whole and partial refunds at once. */
function listPeculiarities({
  id,
  banks,
  holdsWallets,
  requires,
  redirectMethod,
}: CatalogueChannel): string[] {
  const policy = findRefundPolicy(id);
  return [
    ...(banks === undefined
      ? []
      : [holdsWallets === true ? 'needs a bank or a wallet' : 'needs a provider channel']),
    ...(requires === undefined ? [] : [`needs \`customer.${requires}\`; without it fault 0`]),
    ...(redirectMethod === 'script' ? ['redirects by script'] : []),
    ...(policy.isSupported ? [] : ['no refunds (fault 2130)']),
    ...(policy.allowsPartialRefunds ? [] : ['only whole refunds']),
    ...(policy.isQueryable ? [] : ['refunds cannot be queried (fault 2043)']),
    ...(policy.status === 12 ? ['refunds are first processing (status 12)'] : []),
    ...(policy.charge === 0
      ? []
      : [`refunds cost ${(policy.charge / 100).toFixed(2)} (status ${policy.status})`]),
    ...(policy.voidsSameDay ? ['whole refunds on the same day are voids (status 18)'] : []),
    ...(policy.paidFrom === 'wallet' ? ['refunds are paid from the basic wallet'] : []),
  ];
}

const exitCodes = new Map<string, number>(Object.entries(exitCode));

export const referenceTables = {
  profile: {
    columns: ['entry', 'default', 'source and meaning'],
    rows: readMembers('protocol/src/gateway/profile.ts', 'GatewayProfile').flatMap(listEntries),
  },
  'payment-statuses': {
    columns: ['value', 'name', 'for an order'],
    rows: Array.from({ length: 20 }, (_, status) => status)
      .filter(isKnownPaymentStatus)
      .map((status) => [String(status), paymentStatus(status).name, paymentStatus(status).outcome]),
  },
  'sandbox-channels': {
    columns: ['id', 'name', 'group', 'type', 'terms', 'what differs'],
    rows: channels.map((channel) => [
      String(channel.id),
      channel.name,
      channelGroups[channel.group].name,
      `${channelTypeNumbers[channel.type]} ${channel.type}`,
      channel.currencies.map(formatTerms).join('; '),
      listPeculiarities(channel).join('; '),
    ]),
  },
  commands: {
    columns: ['command', 'what it does'],
    rows: Object.entries(commands).map(([name, { description }]) => [mark(`pgw ${name}`), description]),
  },
  'exit-codes': {
    columns: ['exit code', 'meaning'],
    rows: readMembers('cli/src/exit-codes.ts', 'exitCode').map((member) => [
      String(exitCodes.get(member.name)),
      docOf(member),
    ]),
  },
  outcomes: {
    columns: ['outcome', 'status', 'on the bank page'],
    rows: Object.entries(outcomes).map(([name, { label, status }]) => [
      mark(name),
      String(status ?? 'stays 0'),
      label,
    ]),
  },
  scenarios: {
    columns: ['scenario', 'effect'],
    rows: Object.entries(scenarios).map(([name, { description }]) => [mark(name), description]),
  },
  'scenario-settings': {
    columns: ['setting', 'meaning'],
    rows: readMembers('sandbox/src/scenarios/scenario-options.ts', 'ScenarioOptions').map((option) => [
      mark(option.name),
      docOf(option),
    ]),
  },
};

import type { GatewayClientOptions } from '@pgw/client';
import {
  defaultProfile,
  GatewayFaultError,
  PgwError,
  type GatewayProfile,
  type GatewayProfileOverrides,
} from '@pgw/protocol';
import { transactionNotFoundCode } from '@pgw/protocol/internal';
import type { GatewayUnderTest, Reply, Variation } from './gateway-under-test.ts';

/** A query for this transaction, which does not exist, checks the login, the signature and the merchant. */
export const unknownNumber = 'PGW-CONFORMANCE';

/** The forms of a request that public clients send, apart from the form of the default profile. */
const requestForms: readonly GatewayProfileOverrides[] = [
  { tenant: { header: true, property: false } },
  { tenant: { header: true, property: true } },
  { tenant: { header: false, property: true } },
  { headers: { tenant: 'Abp.TenantId' } },
  {
    queryParameters: {
      transactionNumber: 'transactionNumber',
      sessionNumber: 'sessionNumber',
      timestamp: 'timestamp',
    },
  },
];

/** What the search for a working profile has found. */
export interface FoundProfile {
  /** The gateway with the profile that its first query needs. Close it after the last check. */
  readonly gateway: GatewayUnderTest;
  /** The reply to a query for an unknown transaction, with the configured profile. */
  readonly firstReply: Reply<unknown>;
  /** The entries that the configured profile lacks. Undefined when it needs none, or when no form is accepted. */
  readonly missingEntries: GatewayProfileOverrides | undefined;
}

/** Queries an unknown transaction with the configured profile, and then with each known form of a request. */
export async function findProfile(
  configured: GatewayProfileOverrides | undefined,
  connect: (profile: GatewayClientOptions['profile']) => GatewayUnderTest,
): Promise<FoundProfile> {
  const gateway = connect(configured);
  const firstReply = await queryUnknown(gateway);
  if (isAccepted(firstReply) || !mayBeForm(firstReply))
    return { gateway, firstReply, missingEntries: undefined };
  for (const form of requestForms) {
    // A gateway may lock a user after several refused logins. Only the name of the header changes a login.
    if (firstReply.error?.cause instanceof PgwError && form.headers === undefined) continue;
    // A number is necessary to send the property.
    if (form.tenant?.property === true && !/^\d{1,15}$/.test(gateway.merchantId)) continue;
    const candidate = connect(mergeProfile(configured, form));
    if (isAccepted(await queryUnknown(candidate))) {
      await gateway.close();
      return { gateway: candidate, firstReply, missingEntries: form };
    }
    await candidate.close();
  }
  return { gateway, firstReply, missingEntries: undefined };
}

export function queryUnknown(gateway: GatewayUnderTest, variation?: Variation): Promise<Reply<unknown>> {
  return gateway.call('queryPayment', { transactionNumber: unknownNumber }, variation);
}

/** Returns true when the gateway looked for the transaction. */
export function isAccepted({ error }: Reply<unknown>): boolean {
  if (error === undefined) return true;
  return error instanceof GatewayFaultError && error.fault.code === transactionNotFoundCode;
}

/** Returns true when the form of the request may be the reason of a refusal. */
function mayBeForm({ error }: Reply<unknown>): boolean {
  const codes: readonly (string | undefined)[] = ['unauthorized', 'signature-rejected', 'gateway-fault'];
  return codes.includes(error?.code);
}

/** Returns the overrides of a profile with these entries. */
function mergeProfile(
  overrides: GatewayProfileOverrides = {},
  entries: GatewayProfileOverrides = {},
): GatewayProfileOverrides {
  const names = [...Object.keys(overrides), ...Object.keys(entries)] as (keyof GatewayProfile)[];
  return Object.fromEntries(
    [...new Set(names)].map((name) => [name, { ...overrides[name], ...entries[name] }]),
  );
}

/** Returns the entries of a profile that differ from the default profile. */
export function differencesFromDefault(profile: GatewayProfile): GatewayProfileOverrides {
  const sections = Object.entries(profile).map(([name, section]) => {
    // `name` is a key of the profile, whose sections are records.
    const defaults = defaultProfile[name as keyof GatewayProfile] as Readonly<Record<string, unknown>>;
    const entries = Object.entries(section as Readonly<Record<string, unknown>>);
    return [name, Object.fromEntries(entries.filter(([key, value]) => defaults[key] !== value))] as const;
  });
  return Object.fromEntries(sections.filter(([, entries]) => Object.keys(entries).length > 0));
}

/** Names entries as settings, such as `profile.tenant.property = true`. */
export function formatSettings(entries: GatewayProfileOverrides): string {
  return Object.entries(entries)
    .flatMap(([section, values]) =>
      Object.entries(values).map(([name, value]) => `profile.${section}.${name} = ${JSON.stringify(value)}`),
    )
    .join(', ');
}

import { z } from 'zod';
import { formatViolations, PgwError, violationsOf } from '../errors.ts';
import { defaultProfile, type GatewayProfile, type GatewayProfileOverrides } from './profile.ts';
import { parseInput } from '../own-members.ts';

const path = z
  .string('must be a path')
  .regex(/^\/[^?#\s]*[^/?#\s]$/, 'must begin with /, without a query and without a slash at the end');
const headerName = z
  .string('must be the name of a header')
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'must be the name of a header');
const nonEmptyText = z.string('must be a text').min(1, 'must not be empty');
const channelId = z.int('must be the id of a channel');

/** All entries of a section are optional. Unknown names and undefined values are refused. */
function section<Value extends z.ZodType>(defaults: object, value: Value) {
  const names = Object.keys(defaults);
  const entryName = z.enum(names, `is not an entry of the profile; the entries are ${names.join(', ')}`);
  return z.partialRecord(entryName, value).exactOptional();
}

const sections = z.strictObject({
  paths: section(defaultProfile.paths, path),
  headers: section(defaultProfile.headers, headerName),
  tenant: section(defaultProfile.tenant, z.boolean('must be true or false')),
  queryParameters: section(defaultProfile.queryParameters, nonEmptyText),
  returnParameters: section(defaultProfile.returnParameters, nonEmptyText),
  channelHints: z
    .record(z.string(), z.enum(['bank', 'bank-or-wallet', 'card', 'wallet', 'qr', 'later', 'points']))
    .exactOptional(),
  approvals: section(defaultProfile.approvals, z.boolean('must be true or false')),
  payoutProxies: section(defaultProfile.payoutProxies, nonEmptyText),
  savedCards: section(defaultProfile.savedCards, nonEmptyText),
  hostedPage: z
    .strictObject({
      endpoint: z
        .enum(['requestPayment', 'initialSession'], 'must be requestPayment or initialSession')
        .exactOptional(),
      sessionMinutes: z
        .int('must be a whole number of minutes')
        .min(1, 'must be at least 1')
        .max(525_600, 'must be at most 525600, a year')
        .exactOptional(),
    })
    .exactOptional(),
  payoutChannelId: section(defaultProfile.payoutChannelId, channelId),
});

/** The schema of profile overrides, for the options of a client, a sandbox or a configuration file. */
export const profileOverrides: z.ZodType<GatewayProfileOverrides> = z
  .custom<GatewayProfileOverrides>()
  .check((context) => {
    const { error } = parseInput(sections, context.value);
    for (const issue of error?.issues ?? []) {
      const { path: issuePath, message } = issue;
      context.issues.push({ code: 'custom', path: [...issuePath], message, input: context.value });
    }
  });

/**
 * Returns the default profile with these overrides.
 *
 * @throws PgwError `invalid-configuration`. The message lists each entry that is unknown, undefined or
 * malformed.
 */
export function gatewayProfile(overrides: GatewayProfileOverrides = {}): GatewayProfile {
  // The copy has only own members, and its schema refuses unknown sections.
  const { error, data = {} } = parseInput(profileOverrides, overrides);
  if (error !== undefined)
    throw new PgwError('invalid-configuration', `Gateway profile: ${formatViolations(violationsOf(error))}.`);
  const names = Object.keys(defaultProfile) as (keyof GatewayProfile)[];
  // Each entry is a section with its overrides. `fromEntries` loses this type.
  return Object.fromEntries(
    names.map((name) => [name, { ...defaultProfile[name], ...data[name] }]),
  ) as unknown as GatewayProfile;
}

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { gatewayProfile, type GatewayProfile } from '@pgw/protocol';
import {
  formatViolations,
  parseInput,
  profileOverrides,
  violationsOf,
  parseJson,
} from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { GatewayClientOptions } from '@pgw/client';
import { createUsageError } from './failures.ts';
import { readTextFile, type Terminal } from './terminal.ts';

const optionalText = z.string('must be a string').min(1, 'must not be empty').optional();

const accountSchema = z.strictObject({
  baseUrl: optionalText,
  merchantId: z.union([optionalText, z.number().int()], 'must be a string or an integer'),
  secretKey: optionalText,
  token: optionalText,
  user: optionalText,
  password: optionalText,
  environment: z.enum(['staging', 'production'], 'must be staging or production').optional(),
  profile: profileOverrides.optional(),
  timeoutMs: z.number('must be a number of milliseconds').int().positive().optional(),
});

/** The file, with the entries that differ for each account. */
const fileSchema = accountSchema.extend({ accounts: z.record(z.string(), accountSchema).optional() });

type Settings = z.output<typeof accountSchema>;

/** The environment variable of each entry. A variable overrides the entry of the file. */
const environmentVariables = {
  baseUrl: 'PGW_BASE_URL',
  merchantId: 'PGW_MERCHANT_ID',
  secretKey: 'PGW_SECRET_KEY',
  token: 'PGW_TOKEN',
  user: 'PGW_USER',
  password: 'PGW_PASSWORD',
  environment: 'PGW_ENVIRONMENT',
} as const;

/** The configuration of a command. A missing entry is reported only when the command uses it. */
export interface Configuration {
  /** Warnings, such as a file that other users can read. */
  readonly warnings: readonly string[];
  readonly profile: GatewayProfile;
  readonly merchantId: string | undefined;
  /** The environment of the gateway. Undefined when it is not known. */
  readonly environment: 'staging' | 'production' | undefined;
  /**
   * The variables that the command reads from `.env` and whose value ends before an unquoted `#`. The rest of the
   * line is a comment.
   */
  readonly cutOffVariables: readonly string[];
  /** @throws PgwError `invalid-configuration` with the missing variable. */
  requireSecretKey(): string;
  /** @throws PgwError `invalid-configuration` with all missing variables. */
  requireClientOptions(): GatewayClientOptions;
}

/** The default file. The file is optional. */
const defaultFile = 'pgw.json';

/**
 * Reads the configuration from a JSON file, the file `.env` and the environment.
 *
 * @throws PgwError `invalid-configuration`, with the invalid entry and the expected value. The message never
 * has the invalid value.
 */
export function readConfiguration(
  { env, cwd }: Terminal,
  {
    config: configPath,
    account,
  }: { readonly config?: string | undefined; readonly account?: string | undefined },
): Configuration {
  const path = resolve(cwd, configPath ?? defaultFile);
  const content = configPath === undefined ? readTextFile(path) : readFile(path);
  const envText = readTextFile(resolve(cwd, '.env')) ?? '';
  const envValues = parseEnv(envText);
  const cutOff = findCutOffVariables(envText, envValues);
  // An environment variable overrides the variable of .env, even if it is empty.
  const variables = { ...envValues, ...env };
  const fileSettings = content === undefined ? {} : parseFile(path, content);
  const ofAccount = account === undefined ? undefined : selectAccount(fileSettings, account, path);
  // The entries of an account override the environment, which belongs to one merchant.
  const settings = { ...mergeSettings(fileSettings, variables), ...ofAccount };
  const cutOffVariables = Object.values(environmentVariables).filter(
    (variable) => cutOff.has(variable) && variables[variable] === envValues[variable],
  );
  const hasSecret = /"(?:secretKey|token|password)"/.test(content ?? '');
  const isExposed = hasSecret && isReadableByOthers(path);
  return {
    warnings: [
      ...(isExposed ? [`${path} contains secrets, and other users can read it. Run chmod 600.`] : []),
      ...(cutOffVariables.length > 0 ? [describeCutOff(cutOffVariables)] : []),
    ],
    cutOffVariables,
    profile: gatewayProfile(settings.profile),
    merchantId: settings.merchantId === undefined ? undefined : String(settings.merchantId),
    environment: settings.environment,
    requireSecretKey: () => requireSettings(settings, ['secretKey']).secretKey ?? '',
    requireClientOptions: () => createClientOptions(settings),
  };
}

/** A name, an unquoted value, and a `#` that follows without white space. */
const cutOffValue = /^\s*(?:export\s+)?([\w.-]+)\s*=[^\S\n]*([^\s"'`#][^#\n]*(?<=\S))?(?<=\S)#/gm;

/**
 * Finds values with an unquoted `#`. Node treats the rest of such a line as a comment. A comment is usually separated
 * from the value by white space, so a `#` without it is probably a part of the value.
 */
function findCutOffVariables(text: string, values: NodeJS.Dict<string>): ReadonlySet<string> {
  const matches = [...text.matchAll(cutOffValue)];
  // A line inside a quoted value of several lines has the form of a variable. Its text is not the value of one.
  const cutOff = matches.filter(([, name = '', value = '']) => values[name] === value);
  return new Set(cutOff.map(([, name = '']) => name));
}

/** Explains why the values of these variables are too short. */
export function describeCutOff(variables: readonly string[]): string {
  const [value, end] = variables.length === 1 ? ['value', 'ends'] : ['values', 'end'];
  return `.env: the ${value} of ${variables.join(', ')} ${end} before an unquoted #. Write the whole value in quotation marks.`;
}

function readFile(path: string): string {
  const content = readTextFile(path);
  if (content === undefined) throw createUsageError(`${path}: the file does not exist.`);
  return content;
}

function parseFile(path: string, content: string): z.output<typeof fileSchema> {
  const json = parseJson(content);
  if (json === undefined) throw createUsageError(`${path} is not JSON.`);
  const parsed = parseInput(fileSchema, json);
  if (parsed.success) return parsed.data;
  throw createUsageError(`${path}: ${formatViolations(violationsOf(parsed.error))}.`);
}

function selectAccount(
  { accounts = {} }: z.output<typeof fileSchema>,
  account: string,
  path: string,
): Settings {
  const selected = new Map(Object.entries(accounts)).get(account);
  if (selected === undefined) throw createUsageError(`${path} has no account with this id in "accounts".`);
  const { token } = selected;
  return { ...selected, token };
}

function mergeSettings(settings: Settings, variables: Terminal['env']): Settings {
  const fromEnv = Object.entries(environmentVariables).flatMap(([name, variable]) => {
    const value = variables[variable];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const environmentSettings = parseVariables(Object.fromEntries(fromEnv));
  // A password in the environment overrides a token in the file.
  const token =
    environmentSettings.token ?? (environmentSettings.password === undefined ? settings.token : undefined);
  const { accounts: _accounts, ...own } = { accounts: undefined, ...settings };
  return { ...own, ...environmentSettings, token };
}

function parseVariables(variables: Readonly<Record<string, string>>): Settings {
  const parsed = parseInput(accountSchema, variables);
  if (parsed.success) return parsed.data;
  const violations = violationsOf(parsed.error).map(({ path, message }) => ({
    path: new Map<string, string>(Object.entries(environmentVariables)).get(path) ?? path,
    message,
  }));
  throw createUsageError(`${formatViolations(violations)}.`);
}

function requireSettings(
  settings: Settings,
  names: readonly (keyof typeof environmentVariables)[],
): Settings {
  const missing = names.filter((name) => settings[name] === undefined);
  if (missing.length === 0) return settings;
  const list = missing
    .map((name) => `${environmentVariables[name]} (or "${name}" in ${defaultFile})`)
    .join(', ');
  throw createUsageError(`Missing configuration: ${list}.`);
}

function createClientOptions(settings: Settings): GatewayClientOptions {
  const loginNames = settings.token === undefined ? (['user', 'password'] as const) : [];
  requireSettings(settings, ['baseUrl', 'merchantId', 'secretKey', ...loginNames]);
  const { baseUrl = '', merchantId = '', secretKey = '', profile, timeoutMs, environment } = settings;
  const { token, user = '', password = '' } = settings;
  const credentials = token ?? { userName: user, password };
  return { baseUrl, environment, merchantId, secretKey, profile, timeoutMs, credentials };
}

/** Returns false on Windows, which does not report file modes for other users. */
function isReadableByOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
}

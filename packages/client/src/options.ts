import { PgwError, Redacted, type GatewayProfileOverrides, type MaybeRedacted } from '@pgw/protocol';
import {
  revealAll,
  secretKey,
  type SecretKey,
  createEmptyInput,
  formatViolations,
  joinUrl,
  profileOverrides,
  secretViolation,
  violationsOf,
  parseInput,
  isLoopback,
} from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { ExchangeHook } from './exchange.ts';
import type { Transport } from './transports/transport.ts';

/**
 * The authorization of requests: a fixed token, a function that returns a token, or a user name with a
 * password. The client calls the function for every request. It exchanges the user name and password for
 * tokens. A token is sent as `Bearer <token>`.
 */
export type Credentials =
  | MaybeRedacted
  | (() => MaybeRedacted | Promise<MaybeRedacted>)
  | { readonly userName: string; readonly password: MaybeRedacted };

/** The function of {@link Credentials}. */
type FetchToken = Extract<Credentials, (...args: never[]) => unknown>;

/** The environment of a gateway: `staging` moves no real money. */
export type GatewayEnvironment = (typeof environments)[number];

const environments = ['staging', 'production'] as const;

/** A secret that was replaced. Data that was encrypted with it can be read as long as it is in the list. */
export interface PreviousSecret {
  /** The secret key. */
  readonly secret: MaybeRedacted;
  /** When the client stops to accept callbacks that are signed with it: milliseconds since the Unix epoch, or a Date. */
  readonly acceptedUntil: number | Date;
}

/** Options of {@link createGatewayClient}. */
export interface GatewayClientOptions {
  /** URL of the gateway, such as `https://gateway.example`. Only loopback hosts may use http. */
  readonly baseUrl: string;
  /**
   * Whether payments move real money. A checkout marks its events, payments and accounts with it, and it determines the channel of
   * payouts. Default: `staging` for a gateway on this machine, and for a host whose name contains `staging`, `sandbox`, `test` or
   * `uat` as a word; `production` for every other host.
   */
  readonly environment?: GatewayEnvironment | undefined;
  /** The merchant ID, sent with every request. */
  readonly merchantId: string | number;
  /**
   * The secret key of the merchant. The client keeps it as a key object that cannot be printed. To replace
   * the secret, pass a list with the current secret first. The client signs requests with the first secret,
   * and verifies callbacks with every secret of the list, an old one with `acceptedUntil` only until this time. See
   * docs/secrets.md for the steps.
   */
  readonly secretKey: MaybeRedacted | readonly (MaybeRedacted | PreviousSecret)[];
  /** The authorization of requests. */
  readonly credentials: Credentials;
  /** The entries of the profile that differ at your gateway. */
  readonly profile?: GatewayProfileOverrides | undefined;
  /**
   * Time limit of an operation, from the token to the last byte of the response, in milliseconds. Default
   * 15,000.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * How long the gateway, or a proxy before it, keeps an idle connection, in milliseconds. A request that moves money
   * does not use a connection that was idle for longer, less a second. Default: the time that responses announce
   * (`Keep-Alive: timeout=5`), or 5,000. Set it when a proxy closes connections earlier. Only the default transport uses it.
   */
  readonly keepAliveMs?: number | undefined;
  /** Maximum size of a response, in bytes. Default 4 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Maximum number of attempts for an operation that only reads, 1 to 10. Default 3. The client retries after
   * a temporary failure, within the time limit of the operation. The delays are random and increase, and are
   * never shorter than `Retry-After`. The client never retries an operation that creates something.
   */
  readonly readAttempts?: number | undefined;
  /** Options of the circuit breaker. See {@link CircuitOptions} for the defaults. */
  readonly circuit?: CircuitOptions | undefined;
  /** Sends the HTTP requests. Default: a keep-alive pool to the gateway's origin, and with Bun its `fetch`. */
  readonly transport?: Transport | undefined;
  /** The client calls this function after every HTTP request. */
  readonly onExchange?: ExchangeHook | undefined;
}

/**
 * Options of the circuit breaker. A refused or lost connection, a timeout, HTTP 429 and HTTP 5xx count as
 * failures. Any other response, including a fault, shows that the gateway works.
 */
export interface CircuitOptions {
  /** Number of consecutive failures that open the circuit, 1 to 1,000. Default 5. */
  readonly failures?: number | undefined;
  /**
   * Time from the end of one probe to the start of the next while the circuit is open, in milliseconds.
   * Default 1,000, at most 60,000. Up to a quarter is added at random, because several processes should not
   * probe at the same time.
   */
  readonly probeIntervalMs?: number | undefined;
}

/** The schema of a time limit in milliseconds. The maximum is the maximum delay of a timer. */
export const timeoutMsSchema: z.ZodNumber = z
  .number('must be a number of milliseconds')
  .int('must be a whole number of milliseconds')
  .positive('must be above 0')
  .max(2_147_483_647, 'must be at most 2147483647');

const isFunction = (value: unknown): boolean => typeof value === 'function';

/** A token with or without a scheme. A header allows only visible ASCII characters. */
export const tokenPattern = /^[\x21-\x7e]+( [\x21-\x7e]+)?$/;
const requiredText = z.string('is missing: expected a string').min(1, 'must not be empty');

const redact = (value: string): Redacted => new Redacted(value);

const credentials = z.preprocess(
  (value: unknown): unknown => revealAll(value),
  z.union(
    [
      z.string().regex(tokenPattern).transform(redact),
      z.custom<FetchToken>(isFunction),
      z.strictObject({ userName: requiredText, password: requiredText.transform(redact) }),
    ],
    'must be a token, a function that returns a token, or { userName, password }, and not empty',
  ),
);

const positiveInteger = (unit: string) =>
  z.number(`must be a number ${unit}`).int('must be a whole number').min(1, 'must be 1 or more');

const hasTransportMethods = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ['send', 'close'].every((name) => isFunction(Reflect.get(value, name)));

const optionFields = z.strictObject({
  baseUrl: requiredText.transform((url, context) => {
    const violation = findBaseUrlViolation(url);
    if (violation !== undefined) context.addIssue({ code: 'custom', message: violation });
    return violation === undefined ? normalizeUrl(url) : url;
  }),
  environment: z.enum(environments, 'must be staging or production').optional(),
  merchantId: z
    .union(
      [z.string().regex(/^[\x21-\x7e]+$/, 'must be the merchant ID, without spaces'), z.number().int()],
      'must be the merchant ID, a string or an integer',
    )
    .transform(String),
  secretKey: z.unknown().transform(parseSecretKeys),
  credentials,
  profile: profileOverrides.optional(),
  timeoutMs: timeoutMsSchema.default(15_000),
  keepAliveMs: timeoutMsSchema.optional(),
  maxResponseBytes: z
    .number()
    .int()
    .positive('must be above 0')
    .default(4 * 1024 * 1024),
  readAttempts: positiveInteger('of attempts').max(10, 'must be at most 10').default(3),
  circuit: z
    .strictObject({
      failures: positiveInteger('of failures').max(1_000, 'must be at most 1000').default(5),
      probeIntervalMs: positiveInteger('of milliseconds').max(60_000, 'must be at most 60000').default(1_000),
    })
    .prefault(createEmptyInput),
  transport: z.custom<Transport>(hasTransportMethods, 'must have the methods send and close').optional(),
  onExchange: z.custom<ExchangeHook>(isFunction, 'must be a function').optional(),
});

const optionsSchema = optionFields.refine(
  ({ merchantId, profile }) => profile?.tenant?.property !== true || /^\d{1,15}$/.test(merchantId),
  { path: ['merchantId'], error: 'must be an integer, because profile.tenant.property sends it as a number' },
);

/** The options with defaults and the normalized base URL. Secrets are redacted. */
export type ParsedOptions = z.output<typeof optionFields>;

/** Validates the options of a client. The message of an error never has the invalid values. */
export function parseOptions(options: GatewayClientOptions): ParsedOptions {
  const parsed = parseInput(optionsSchema, options);
  if (parsed.success) return parsed.data;
  const violations = formatViolations(violationsOf(parsed.error));
  const hint = findEnvironmentHint(options);
  throw new PgwError('invalid-configuration', `createGatewayClient: ${violations}.${hint}`);
}

/** Returns the likely cause of an empty option, or an empty text. */
function findEnvironmentHint(options: GatewayClientOptions | undefined): string {
  // Node reads a byte order mark at the start of .env as a part of the first variable's name.
  if (Object.keys(process.env).some((name) => name.startsWith('\uFEFF')))
    return ' The .env file begins with a byte order mark, so its first variable is not read. Save the file as UTF-8 without it.';
  if (options?.baseUrl !== '') return '';
  return ' Is the environment loaded, for example with node --env-file=.env? The file must be UTF-8, not UTF-16.';
}

function findBaseUrlViolation(baseUrl: string): string | undefined {
  if (!URL.canParse(baseUrl)) return 'must be an absolute URL, such as https://gateway.example';
  const url = new URL(baseUrl);
  if (url.username !== '' || url.password !== '') return 'must not have a user name or password';
  if (url.search !== '' || url.hash !== '') return 'must not have a query or a fragment';
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
  return 'must begin with https:// (http:// is only accepted for 127.0.0.0/8, [::1] and localhost)';
}

const nameOfTests = /(?:^|[.-])(?:staging|sandbox|test|uat)(?=[.-]|$)/;

/** Returns the environment of a gateway whose options do not name it. */
export function guessEnvironment(baseUrl: string): GatewayEnvironment {
  const { hostname } = new URL(baseUrl);
  return isLoopback(hostname) || nameOfTests.test(hostname) ? 'staging' : 'production';
}

interface AcceptedSecret {
  readonly key: SecretKey;
  /** In milliseconds since the Unix epoch; undefined for a secret that is accepted without limit. */
  readonly acceptedUntil: number | undefined;
}

const previousSecret = z.strictObject({
  secret: z.unknown(),
  acceptedUntil: z
    .custom<number | Date>((value) => Number.isFinite(value instanceof Date ? value.getTime() : value))
    .transform(Number),
});

/** Converts one secret or a list of secrets, the current one first, to keys. */
function parseSecretKeys(
  input: unknown,
  context: z.RefinementCtx,
): readonly [AcceptedSecret, ...AcceptedSecret[]] {
  const value = revealAll(input);
  const secrets: readonly unknown[] = Array.isArray(value) ? value : [value];
  const keys = secrets.flatMap((item, index) => {
    const previous = index > 0 && typeof item === 'object' ? previousSecret.safeParse(item) : undefined;
    const secret = previous?.success ? previous.data.secret : item;
    const violation =
      previous?.success === false
        ? 'must be a secret, or { secret, acceptedUntil } with a Date or milliseconds since the Unix epoch'
        : typeof secret === 'string'
          ? secretViolation(secret)
          : 'is missing: expected a string or a list of strings';
    if (violation === undefined)
      return [{ key: secretKey(String(secret)), acceptedUntil: previous?.data?.acceptedUntil }];
    context.addIssue({ code: 'custom', message: violation, path: Array.isArray(value) ? [index] : [] });
    return [];
  });
  const [first, ...previous] = keys;
  if (first !== undefined) return [first, ...previous];
  if (secrets.length === 0) context.addIssue({ code: 'custom', message: 'must not be an empty list' });
  return z.NEVER;
}

/** Without the default port, the URL has the host that the gateway reads from the Host header and signs. */
function normalizeUrl(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return joinUrl(`${origin}${pathname}`, '');
}

import { isIPv4 } from 'node:net';
import {
  PgwError,
  Redacted,
  revealed,
  secretKey,
  type GatewayProfileOverrides,
  type MaybeRedacted,
  type SecretKey,
} from '@pgw/protocol';
import { listViolations, profileOverrides, secretViolation, violationsOf } from '@pgw/protocol/internal';
import { z } from 'zod';
import type { ExchangeHook } from './exchange.ts';
import type { Transport } from './transport.ts';

/**
 * How a call is authorised: a fixed token, a function asked before every call, or a user name and password that the
 * client exchanges for tokens by itself. A token is sent as `Bearer <token>`.
 */
export type Credentials =
  | MaybeRedacted
  | (() => MaybeRedacted | Promise<MaybeRedacted>)
  | { readonly userName: string; readonly password: MaybeRedacted };

/** The same, checked, with nothing in it that can be printed. */
export type HiddenCredentials =
  | Redacted
  | Extract<Credentials, (...args: never[]) => unknown>
  | { readonly userName: string; readonly password: Redacted };

export interface GatewayClientOptions {
  /** Address of the gateway, as `https://gateway.example`. Plain http is taken for loopback hosts only. */
  readonly baseUrl: string;
  /** The merchant ID, sent with every call. */
  readonly merchantId: string | number;
  /**
   * Signs every call. Kept as a key object that cannot be printed. While the secret is replaced: a list, the current one first.
   * Calls are signed with the first, and callbacks are verified with any; see docs/going-live.md for the steps.
   */
  readonly secretKey: MaybeRedacted | readonly MaybeRedacted[];
  readonly credentials: Credentials;
  /** Values for a gateway that differs from the default profile. */
  readonly profile?: GatewayProfileOverrides | undefined;
  /** For a whole call, from the token to the last byte of the answer, in milliseconds. Default 15,000. */
  readonly timeoutMs?: number | undefined;
  /** Longest answer that is read, in bytes. Default 4 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /**
   * How often a call that only reads is sent at most, 1 to 10. Default 3: after a failure that may pass, it is sent
   * again within the call's own deadline, with growing random waits, and not before a `Retry-After`. A call that
   * creates something is never sent again.
   */
  readonly readAttempts?: number | undefined;
  /** When calls are refused because the gateway is down; see {@link CircuitOptions}. */
  readonly circuit?: CircuitOptions | undefined;
  /** Default: a keep-alive pool to the gateway's origin. */
  readonly transport?: Transport | undefined;
  /** Milliseconds since the Unix epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** A number from 0 up to 1, for the waits between attempts. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Called after every HTTP request with its {@link Exchange}. */
  readonly onExchange?: ExchangeHook | undefined;
}

/**
 * The circuit breaker of a client. A refused or broken connection, a time-out, HTTP 429 and 5xx count as failures; an answer of any
 * other kind, a fault among them, shows that the gateway responds.
 */
export interface CircuitOptions {
  /** How many failures in a row open the circuit, 1 to 1,000. Default 5. */
  readonly failures?: number | undefined;
  /**
   * While the circuit is open: from the end of one probe to the start of the next, in milliseconds. Default 1,000, at most 60,000. Up
   * to a quarter is added at random, so that many processes do not probe at the same moment.
   */
  readonly probeIntervalMs?: number | undefined;
}

/** Milliseconds that a timer can hold. */
export const timeoutMs: z.ZodNumber = z
  .number('must be a number of milliseconds')
  .int('must be a whole number of milliseconds')
  .positive('must be above 0')
  .max(2_147_483_647, 'must be at most 2147483647');

const isFunction = (value: unknown): boolean => typeof value === 'function';
/** A token, alone or after its scheme; visible ASCII, as a header can carry it. */
export const tokenPattern = /^[\x21-\x7e]+( [\x21-\x7e]+)?$/;
const text = z.string('is missing: expected a text').min(1, 'must not be empty');

const hide = (value: string): Redacted => new Redacted(value);

const credentials = z.preprocess(
  (value: unknown): unknown => revealed(value),
  z.union(
    [
      z.string().regex(tokenPattern).transform(hide),
      z.custom<Extract<Credentials, (...args: never[]) => unknown>>(isFunction),
      z.strictObject({ userName: z.string().min(1), password: z.string().min(1).transform(hide) }),
    ],
    'must be a token, a function that returns one, or { userName, password }, none of them empty',
  ),
);

const wholeNumber = (what: string) =>
  z.number(`must be a number ${what}`).int('must be a whole number').min(1, 'must be 1 or more');

const hasMethods = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ['send', 'close'].every((name) => isFunction(Reflect.get(value, name)));

const options = z.strictObject({
  baseUrl: text.transform((url, context) => {
    const complaint = wrongBaseUrl(url);
    if (complaint !== undefined) context.addIssue({ code: 'custom', message: complaint });
    return complaint === undefined ? normalUrl(url) : url;
  }),
  merchantId: z
    .union(
      [z.string().regex(/^[\x21-\x7e]+$/, 'must be the merchant ID, without spaces'), z.number().int()],
      'must be the merchant ID, a text or an integer',
    )
    .transform(String),
  secretKey: z.unknown().transform(secretKeysOf),
  credentials,
  profile: profileOverrides.optional(),
  timeoutMs: timeoutMs.default(15_000),
  maxResponseBytes: z
    .number()
    .int()
    .positive('must be above 0')
    .default(4 * 1024 * 1024),
  readAttempts: z
    .number('must be a number of attempts')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(10, 'must be at most 10')
    .default(3),
  circuit: z
    .strictObject({
      failures: wholeNumber('of failures').max(1_000, 'must be at most 1000').default(5),
      probeIntervalMs: wholeNumber('of milliseconds').max(60_000, 'must be at most 60000').default(1_000),
    })
    .prefault({}),
  transport: z.custom<Transport>(hasMethods, 'must have the methods send and close').optional(),
  now: z.custom<() => number>(isFunction, 'must be a function').default(() => Date.now),
  random: z.custom<() => number>(isFunction, 'must be a function').default(() => Math.random),
  onExchange: z.custom<ExchangeHook>(isFunction, 'must be a function').optional(),
});

const consistentOptions = options.refine(
  ({ merchantId, profile }) => profile?.tenant?.property !== true || /^\d{1,15}$/.test(merchantId),
  { path: ['merchantId'], error: 'must be an integer: profile.tenant.property sends it as a number' },
);

/** The options once defaults are filled in and the base URL is in its normal form. */
export type ParsedOptions = z.output<typeof options>;

/**
 * Checks the options of a client.
 *
 * @throws PgwError `invalid-configuration`, naming each option and what is expected, never what was given.
 */
export function parseOptions(given: GatewayClientOptions): ParsedOptions {
  const parsed = consistentOptions.safeParse(given);
  if (parsed.success) return parsed.data;
  const complaints = listViolations(violationsOf(parsed.error));
  throw new PgwError('invalid-configuration', `createGatewayClient: ${complaints}.`);
}

function wrongBaseUrl(given: string): string | undefined {
  if (!URL.canParse(given)) return 'must be an absolute URL, as https://gateway.example';
  const url = new URL(given);
  if (url.username !== '' || url.password !== '') return 'must hold no user name and password';
  if (url.search !== '' || url.hash !== '') return 'must have no query and no fragment';
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
  return 'must begin with https:// (http:// is taken for 127.0.0.0/8, [::1] and localhost only)';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
}

/** One secret, or several: the current one and those before it. */
function secretKeysOf(given: unknown, context: z.RefinementCtx): readonly [SecretKey, ...SecretKey[]] {
  const value = revealed(given);
  const secrets: readonly unknown[] = Array.isArray(value) ? value : [value];
  const keys = secrets.flatMap((secret, index) => {
    const violation =
      typeof secret === 'string'
        ? secretViolation(secret)
        : 'is missing: expected a text, or a list of texts';
    if (violation === undefined) return [secretKey(String(secret))];
    context.addIssue({ code: 'custom', message: violation, path: Array.isArray(value) ? [index] : [] });
    return [];
  });
  const [first, ...previous] = keys;
  if (first !== undefined) return [first, ...previous];
  if (secrets.length === 0) context.addIssue({ code: 'custom', message: 'must not be an empty list' });
  return z.NEVER;
}

/** As the gateway sees it in the Host header, so that both sign the same text. */
function normalUrl(given: string): string {
  const { origin, pathname } = new URL(given);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

import { randomBytes } from 'node:crypto';
import {
  gatewayProfile,
  PgwError,
  secretViolation,
  type GatewayProfile,
  type GatewayProfileOverrides,
} from '@pgw/protocol';
import { z } from 'zod';
import type { CallbackEvent } from './callback-event.ts';
import { readProtocolOptions, type ProtocolOptions, type ProtocolSettings } from './protocol-options.ts';

/** A merchant of the sandbox. */
export interface Tenant {
  /** Merchant ID: the value of the tenant header. */
  readonly id: string;
  /** The shop's name on the hosted page and the bank page. */
  readonly name: string;
  readonly secretKey: string;
  readonly userName: string;
  readonly password: string;
  /** Zone of the times on its pages. Default Asia/Kuala_Lumpur. */
  readonly timeZone?: string | undefined;
}

/** Everything has a default; `createSandbox()` alone gives a gateway on 127.0.0.1:4010 that forgets on close. */
export interface SandboxOptions extends ProtocolOptions {
  /** Default 4010; 0 takes any free port. */
  readonly port?: number | undefined;
  /** Default 127.0.0.1. Anything but loopback is refused: the sandbox has no sign-in. */
  readonly host?: string | undefined;
  /**
   * Host names besides loopback under which the sandbox answers, as of a proxy or a container; without port. Default none.
   * Whoever can reach the sandbox by them can use it: it has no sign-in.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * Hosts besides loopback that callbacks are sent to, without port. Default none: a callback to another host is noted as
   * given up and not sent.
   */
  readonly callbackHosts?: readonly string[] | undefined;
  /** A directory that keeps everything across restarts; it is made when missing. Default `:memory:`. */
  readonly data?: string | undefined;
  /** Default: {@link defaultTenant} alone. */
  readonly tenants?: readonly Tenant[] | undefined;
  readonly profile?: GatewayProfileOverrides | undefined;
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** That many random bytes, for numbers and tokens. Default `crypto.randomBytes`. */
  readonly random?: ((size: number) => Uint8Array) | undefined;
  /** Waits between tries of a callback, in milliseconds. Default 1 s, 5 s, 30 s, 2 min, 10 min; then it is given up. */
  readonly callbackRetryMs?: readonly number[] | undefined;
  /** How long a customer may pay. Default 15 minutes. */
  readonly paymentLifetimeMs?: number | undefined;
  /** After that long a refund that is processing (12) resolves. Default 5 seconds. */
  readonly refundDelayMs?: number | undefined;
  /** After that long a payout approves itself. Default: it waits for its page or for `decidePayout`. */
  readonly payoutDelayMs?: number | undefined;
  /** How long the slow test card takes to answer. Default 5 seconds. */
  readonly slowAnswerMs?: number | undefined;
  /** After that long an authorised card is let go: status 10, or 1 where a part was captured. Default 7 days. */
  readonly authorizationLifetimeMs?: number | undefined;
  /** How far a request's timestamp may be from the sandbox's clock, either way. Default 15 minutes. */
  readonly timestampWindowMs?: number | undefined;
  /** Called after every try of a callback: for logs and tests. */
  readonly onCallback?: ((event: CallbackEvent) => void) | undefined;
}

/** The merchant of a sandbox that was given none. Its secrets are public: they guard nothing. */
export const defaultTenant: Tenant = {
  id: '1001',
  name: 'Rimba Coffee',
  secretKey: 'sandbox-secret-key',
  userName: 'merchant@sandbox.example',
  password: 'sandbox-password',
};

/** Options with every default filled in. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly callbackHosts: readonly string[];
  readonly data: string;
  readonly tenants: readonly Tenant[];
  readonly profile: GatewayProfile;
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
  readonly callbackRetryMs: readonly number[];
  readonly paymentLifetimeMs: number;
  readonly refundDelayMs: number;
  readonly payoutDelayMs: number | undefined;
  readonly slowAnswerMs: number;
  readonly authorizationLifetimeMs: number;
  readonly timestampWindowMs: number;
  readonly protocol: ProtocolSettings;
  readonly onCallback: (event: CallbackEvent) => void;
}

const text = z.string().min(1, 'must not be empty');
const secret = z.string().superRefine((value, context) => {
  const violation = secretViolation(value);
  if (violation !== undefined) context.addIssue({ code: 'custom', message: violation });
});
const milliseconds = z.number().int().positive();
const hostNames = z.array(
  z
    .string()
    .regex(/^[a-z0-9[\]:._-]{1,253}$/, 'must be host names without scheme and port, such as shop.example'),
);
const rules = z.object({
  port: z.number().int().min(0).max(65_535),
  host: z.string().regex(/^(127\.\d+\.\d+\.\d+|localhost|::1)$/, 'must be loopback, such as 127.0.0.1'),
  allowedHosts: hostNames,
  callbackHosts: hostNames,
  data: text,
  tenants: z
    .array(
      z.looseObject({
        id: text,
        name: text,
        secretKey: secret,
        userName: text,
        password: text,
        timeZone: z.string().refine(isTimeZone, 'must be a time zone such as Asia/Kuala_Lumpur').optional(),
      }),
    )
    .min(1, 'needs at least one tenant'),
  callbackRetryMs: z.array(z.number().int().nonnegative()),
  paymentLifetimeMs: milliseconds,
  refundDelayMs: milliseconds,
  payoutDelayMs: milliseconds.optional(),
  slowAnswerMs: milliseconds,
  authorizationLifetimeMs: milliseconds,
  timestampWindowMs: milliseconds,
  protocol: z.record(z.string(), z.boolean('must be true or false')),
});

/**
 * Checks the options and fills in the defaults.
 *
 * @throws PgwError `invalid-configuration`, naming the option and what is expected.
 */
export function readSettings(options: SandboxOptions): Settings {
  const settings: Settings = {
    port: options.port ?? 4010,
    host: options.host ?? '127.0.0.1',
    allowedHosts: lowerCased(options.allowedHosts),
    callbackHosts: lowerCased(options.callbackHosts),
    data: options.data ?? ':memory:',
    tenants: options.tenants ?? [defaultTenant],
    profile: gatewayProfile(options.profile),
    now: options.now ?? Date.now,
    random: options.random ?? randomBytes,
    callbackRetryMs: options.callbackRetryMs ?? [1000, 5000, 30_000, 120_000, 600_000],
    paymentLifetimeMs: options.paymentLifetimeMs ?? 15 * 60_000,
    refundDelayMs: options.refundDelayMs ?? 5000,
    payoutDelayMs: options.payoutDelayMs,
    slowAnswerMs: options.slowAnswerMs ?? 5000,
    authorizationLifetimeMs: options.authorizationLifetimeMs ?? 7 * 86_400_000,
    timestampWindowMs: options.timestampWindowMs ?? 15 * 60_000,
    protocol: readProtocolOptions(options),
    onCallback: options.onCallback ?? (() => undefined),
  };
  const check = rules.safeParse(settings);
  if (check.success) return settings;
  const first = check.error.issues
    .map((issue) => `${issue.path.join('.').replace(/^protocol\./, '')} ${issue.message}`)
    .join('; ');
  throw new PgwError('invalid-configuration', `The sandbox was not started: ${first}.`);
}

function lowerCased(names: readonly string[] = []): string[] {
  return names.map((name) => name.toLowerCase());
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

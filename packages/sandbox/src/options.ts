import { randomBytes } from 'node:crypto';
import { gatewayProfile, PgwError, type GatewayProfile, type GatewayProfileOverrides } from '@pgw/protocol';
import {
  formatViolations,
  parseInput,
  secretViolation,
  violationsOf,
  isTimeZone,
} from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { InitialScenarios } from './scenarios/active-scenarios.ts';
import { presetNames, type SandboxPreset } from './presets.ts';
import { findSettingProblem } from './scenarios/scenario-options.ts';

/** A merchant of the sandbox, with its credentials. */
export interface Tenant {
  /** The merchant ID, which is the value of the tenant header. */
  readonly id: string;
  /** The name of the merchant on the hosted page and the bank page. A shop does not send its own name to the gateway. */
  readonly name: string;
  /** The key that signs requests and callbacks. */
  readonly secretKey: string;
  /** User name for `Authenticate`. */
  readonly userName: string;
  /** Password for `Authenticate`. */
  readonly password: string;
  /**
   * The time zone of the times on the merchant's pages, such as `Asia/Singapore`. Default
   * `Asia/Kuala_Lumpur`.
   */
  readonly timeZone?: string | undefined;
}

/** An attempt to send a callback, for logs and tests. It contains no secret. */
export interface CallbackEvent {
  /** The transaction number of the payment or payout. */
  readonly transactionNumber: string;
  /** The status that the callback contains. */
  readonly status: number;
  /** The callback URL of the merchant. */
  readonly url: string;
  /** The number of the attempt; the first is 1. */
  readonly attempt: number;
  /** True when the response had a 2xx status. */
  readonly isAcknowledged: boolean;
  /** The status of the response, such as `HTTP 204`, or the reason why no response arrived. */
  readonly response: string;
}

/**
 * Options of `createSandbox`. All options have defaults: `createSandbox()` listens on 127.0.0.1:4010 and
 * stores its data in memory.
 */
export interface SandboxOptions {
  /** The behavior where gateways and documents differ. Default `observed`. */
  readonly preset?: SandboxPreset | undefined;
  /**
   * The scenarios that are on after the start and after a reset, such as `{ 'test-amounts': true }`. Default: none.
   */
  readonly scenarios?: InitialScenarios | undefined;
  /** The port to listen on; 0 selects a free port. Default 4010. */
  readonly port?: number | undefined;
  /**
   * The loopback address to listen on. Other addresses are refused, because the sandbox has no sign-in.
   * Default 127.0.0.1.
   */
  readonly host?: string | undefined;
  /**
   * Further host names, without port, in requests that the sandbox accepts. An example is the name of a proxy
   * or container. Default none. Everyone who can reach the sandbox by such a name can use it, because it has
   * no sign-in.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * Further hosts, without port, that callbacks are sent to. Default none. Callbacks to a host that is
   * neither loopback nor listed are not sent.
   */
  readonly callbackHosts?: readonly string[] | undefined;
  /**
   * The directory that stores the data across restarts. A missing directory is created. Default `:memory:`.
   */
  readonly data?: string | undefined;
  /** The merchants. Default: only {@link defaultTenant}. */
  readonly tenants?: readonly Tenant[] | undefined;
  /** Differences from the default gateway profile, such as names of headers and paths. */
  readonly profile?: GatewayProfileOverrides | undefined;
  /** The clock, in milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Returns `size` random bytes, for numbers and tokens. Default `crypto.randomBytes`. */
  readonly random?: ((size: number) => Uint8Array) | undefined;
  /**
   * The delays in milliseconds before each retry of a callback. After the last retry, the callback is given up.
   * Default 1 s, 5 s, 30 s, 2 min and 10 min.
   */
  readonly callbackRetryMs?: readonly number[] | undefined;
  /** Milliseconds until an open payment expires. Default 15 minutes. */
  readonly paymentLifetimeMs?: number | undefined;
  /** Milliseconds until a refund with status 12 (processing) gets its final status. Default 5 seconds. */
  readonly refundDelayMs?: number | undefined;
  /**
   * Milliseconds until a payout is approved automatically. Default: a payout waits for a decision on its page
   * or by `decidePayout`.
   */
  readonly payoutDelayMs?: number | undefined;
  /** The delay in milliseconds of the response to a payment with the slow test card. Default 5 seconds. */
  readonly slowResponseMs?: number | undefined;
  /**
   * Milliseconds until an authorization ends. The payment then gets status 10 (expired), or 1 (success) when
   * a part was captured. Default 7 days.
   */
  readonly authorizationLifetimeMs?: number | undefined;
  /**
   * The largest allowed difference in milliseconds between a request's timestamp and the sandbox's clock.
   * Default 15 minutes.
   */
  readonly timestampWindowMs?: number | undefined;
  /** Called after every attempt to send a callback, for logs and tests. */
  readonly onCallback?: ((event: CallbackEvent) => void) | undefined;
}

/** The default merchant. Its secrets are public and protect nothing. */
export const defaultTenant: Tenant = {
  id: '1001',
  name: 'Sandbox merchant',
  secretKey: 'sandbox-secret-key',
  userName: 'merchant@sandbox.example',
  password: 'sandbox-password',
};

const nonEmptyText = z.string().min(1, 'must not be empty');
const secretSchema = z.string().superRefine((value, context) => {
  const violation = secretViolation(value);
  if (violation !== undefined) context.addIssue({ code: 'custom', message: violation });
});
const isFunction = (value: unknown): boolean => typeof value === 'function';
const mustBeFunction = 'must be a function';
const milliseconds = z.number().int().positive();
const hostNames = z
  .array(
    z
      .string()
      .toLowerCase()
      .regex(/^[a-z0-9[\]:._-]{1,253}$/, 'must be host names without scheme and port, such as shop.example'),
  )
  .default([]);
const scenarioSettings = z
  .custom<InitialScenarios>((value) => typeof value === 'object' && value !== null, 'must be an object')
  .superRefine((settings, context) => {
    for (const [name, setting] of Object.entries(settings)) {
      const message = findSettingProblem(name, setting)?.replace(/\.$/, '');
      if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message });
    }
  });

/** The options of a sandbox with their defaults. `profile` is checked by `gatewayProfile`. */
const settingsSchema = z.strictObject({
  port: z.number().int().min(0).max(65_535).default(4010),
  host: z
    .string()
    .regex(/^(127\.\d+\.\d+\.\d+|localhost|::1)$/, 'must be loopback, such as 127.0.0.1')
    .default('127.0.0.1'),
  allowedHosts: hostNames,
  callbackHosts: hostNames,
  data: nonEmptyText.default(':memory:'),
  tenants: z
    .array(
      z.strictObject({
        id: nonEmptyText,
        name: nonEmptyText,
        secretKey: secretSchema,
        userName: nonEmptyText,
        password: nonEmptyText,
        timeZone: z.string().refine(isTimeZone, 'must be a time zone such as Asia/Kuala_Lumpur').optional(),
      }),
    )
    .min(1, 'needs at least one tenant')
    .default([{ ...defaultTenant }]),
  profile: z.custom<GatewayProfileOverrides>().optional(),
  now: z.custom<() => number>(isFunction, mustBeFunction).default(() => Date.now),
  random: z.custom<(size: number) => Uint8Array>(isFunction, mustBeFunction).default(() => randomBytes),
  callbackRetryMs: z.array(z.number().int().nonnegative()).default([1000, 5000, 30_000, 120_000, 600_000]),
  paymentLifetimeMs: milliseconds.default(15 * 60_000),
  refundDelayMs: milliseconds.default(5000),
  payoutDelayMs: milliseconds.optional(),
  slowResponseMs: milliseconds.default(5000),
  authorizationLifetimeMs: milliseconds.default(7 * 86_400_000),
  timestampWindowMs: milliseconds.default(15 * 60_000),
  preset: z.enum(presetNames, `must be one of ${presetNames.join(', ')}`).default('observed'),
  scenarios: scenarioSettings.default({}),
  onCallback: z
    .custom<(event: CallbackEvent) => void>(isFunction, mustBeFunction)
    .default(() => () => undefined),
});

/** The options of a sandbox, with all defaults set. */
export type Settings = Omit<z.output<typeof settingsSchema>, 'profile'> & {
  readonly profile: GatewayProfile;
  /** The clock that is never advanced. Timestamps of requests may be of this clock too. */
  readonly realNow: () => number;
};

/**
 * Checks the options and sets the defaults. `now` is the clock of the sandbox, which can be advanced.
 *
 * @throws PgwError `invalid-configuration` with the name of the option and the expected value.
 */
export function readSettings(options: SandboxOptions, now?: () => number): Settings {
  const profile = gatewayProfile(options.profile);
  const result = parseInput(settingsSchema, options);
  if (result.success)
    return { ...result.data, profile, now: now ?? result.data.now, realNow: result.data.now };
  const violations = formatViolations(violationsOf(result.error));
  throw new PgwError('invalid-configuration', `The sandbox was not started: ${violations}.`);
}

import { PgwError } from '@pgw/protocol';
import {
  formatViolations,
  omitInheritedMembers,
  parseInput,
  readTestOverrides,
  violationsOf,
} from '@pgw/protocol/internal';
import type { GatewayClient } from '@pgw/client';
import type * as z from '@pgw/protocol/zod';
import { catchListenerErrors, printEvents, type CheckoutEventListener } from '../events/event.ts';
import type { ShopHooks } from '../model/hook.ts';
import { createPublicAddresses, isLoopbackHost, type PublicAddresses } from './addresses.ts';
import type { CheckoutOptions } from './options.ts';
import { commonOptionsSchema, optionsSchema } from './schema.ts';

type ParsedOptions = z.output<typeof optionsSchema>;

/** The options whose parsed value differs from the given one, for example by a default. */
type ParsedName =
  | 'mountPath'
  | 'merchantLogoUrl'
  | 'timeZone'
  | 'gatewayName'
  | 'cards'
  | 'payouts'
  | 'instalments'
  | 'mode'
  | 'channels'
  | 'redirectScript'
  | 'sweepIntervalMs'
  | 'secondPayment'
  | 'retentionDays'
  | 'limits'
  | 'requestLimits';

interface DerivedSettings<Tx> extends ReturnType<typeof readTestOverrides> {
  readonly gateway: GatewayClient;
  readonly addresses: PublicAddresses;
  readonly callbackUrl: string;
  /** With several accounts, the callback URL of payments of a time before; see `docs/many-merchants.md`. */
  readonly plainCallbackUrl?: string | undefined;
  /** The return URL without the token of a payment. */
  readonly returnUrl: string;
  /** Origins of logos, the gateway's origin first. */
  readonly logoOrigins: readonly string[];
  /** Origins to which forms and scripts may redirect, the gateway's origin first. */
  readonly redirectOrigins: readonly string[];
  readonly hooks: ShopHooks<Tx>;
  readonly emit: CheckoutEventListener;
}

/** The validated options with all defaults, and what is derived from them. */
export type Settings<Tx> = Omit<
  CheckoutOptions<Tx>,
  ParsedName | keyof ShopHooks<Tx> | keyof DerivedSettings<Tx>
> &
  Pick<ParsedOptions, ParsedName> &
  DerivedSettings<Tx>;

export function parseSettings<Tx>(givenOptions: CheckoutOptions<Tx, never>): Settings<Tx> {
  // The functions of the shop receive the request of the framework, which only the adapter knows.
  const options = omitInheritedMembers(givenOptions as CheckoutOptions<Tx>);
  const values = parseOptions(options);
  const violation = findAddressViolation(options.publicUrl, values.mountPath) ?? findCardViolation(values);
  if (violation !== undefined) throw new PgwError('invalid-configuration', `createCheckout: ${violation}.`);
  const { gateway } = values;
  const gatewayOrigin = new URL(gateway.baseUrl).origin;
  const addresses = createPublicAddresses(options.publicUrl, values.mountPath);
  const { merchantLogoUrl } = values;
  const logoUrlOrigins = merchantLogoUrl?.startsWith('https:') ? [new URL(merchantLogoUrl).origin] : [];
  const { onPaid, onAuthorized, onEnded, onRefunded, onReversed } = options;
  const emit = catchListenerErrors(options.onEvent ?? printEvents);
  // Each option is an own member, so that none is inherited from `Object.prototype`.
  const names = Object.keys(optionsSchema.shape);
  const ownValues: unknown = Object.fromEntries(names.map((name) => [name, Reflect.get(values, name)]));
  return {
    // The schema returns the functions, the client and the store as they were given.
    ...(ownValues as CheckoutOptions<Tx> & ParsedOptions),
    gateway,
    addresses,
    callbackUrl: addresses.url('/callback'),
    returnUrl: addresses.url('/return'),
    hooks: { onPaid, onAuthorized, onEnded, onRefunded, onReversed },
    logoOrigins: [gatewayOrigin, ...values.logoOrigins, ...logoUrlOrigins],
    redirectOrigins: [gatewayOrigin, ...values.redirectOrigins],
    emit: (event) => emit({ ...event, environment: gateway.environment }),
    ...readTestOverrides(givenOptions),
  };
}

/** What a process with several accounts has in common. */
export type CommonSettings<Tx> = Pick<
  Settings<Tx>,
  | 'addresses'
  | 'mountPath'
  | 'store'
  | 'emit'
  | 'sweepIntervalMs'
  | 'historyMark'
  | 'retentionDays'
  | 'limits'
  | 'now'
  | 'random'
> &
  Pick<z.output<typeof commonOptionsSchema>, 'accounts'>;

/** True for the options of a checkout with several accounts. */
export function hasAccounts(options: unknown): boolean {
  return typeof options === 'object' && options !== null && Reflect.get(options, 'accounts') !== undefined;
}

/** Parses the options of a checkout with several accounts, without those that only an account has. */
export function parseCommonSettings<Tx>(givenOptions: CheckoutOptions<Tx, never>): CommonSettings<Tx> {
  const options = omitInheritedMembers(givenOptions as CheckoutOptions<Tx>);
  const values = parseOptions(options, commonOptionsSchema);
  return {
    ...values,
    store: options.store,
    addresses: createPublicAddresses(options.publicUrl, values.mountPath),
    emit: catchListenerErrors(options.onEvent ?? printEvents),
    ...readTestOverrides(givenOptions),
  };
}

function parseOptions(options: unknown): ParsedOptions;
function parseOptions<Schema extends z.ZodType>(options: unknown, schema: Schema): z.output<Schema>;
function parseOptions(options: unknown, schema: z.ZodType = optionsSchema): unknown {
  const result = parseInput(schema, options);
  if (result.success) return result.data;
  const message = `createCheckout: ${formatViolations(violationsOf(result.error))}.`;
  throw new PgwError('invalid-configuration', message);
}

/** The gateway accepts return URLs of at most 500 characters. A token of 22 characters follows `/return/`. */
const maxReturnUrlLength = 500 - '/'.length - 22;

function findAddressViolation(publicUrl: string, mountPath: string): string | undefined {
  const { length } = createPublicAddresses(publicUrl, mountPath).url('/return');
  if (length <= maxReturnUrlLength) return undefined;
  return `publicUrl and mountPath must be shorter: the return URL would have ${length + 23} characters, and the gateway accepts 500`;
}

function findCardViolation({ cards, gateway, redirectScript }: ParsedOptions): string | undefined {
  if (cards === undefined) return undefined;
  if (redirectScript === 'same-origin')
    return "redirectScript must be 'isolated' when cards are configured: with 'same-origin' a script of the gateway could read the card form";
  const isSandbox = cards.sandbox ?? isLoopbackHost(new URL(gateway.baseUrl).hostname);
  if (cards.testCards === undefined || isSandbox) return undefined;
  return (
    'cards.testCards must be left out: test cards are for a sandbox, and the address of the gateway is not a loopback address. ' +
    'If it is a sandbox, set cards.sandbox to true'
  );
}

import { createHash } from 'node:crypto';
import type { GatewayClientOptions, GatewayGroup } from '@pgw/client';
import { PgwError } from '@pgw/protocol';
import { encodeAccountId, readTestOverrides, revealAll, withTestOverrides } from '@pgw/protocol/internal';
import type { AccountContext } from '../model/hook.ts';
import { accountPart, createPublicAddresses } from '../options/addresses.ts';
import type { AccountData, CheckoutOptions } from '../options/options.ts';
import { parseSettings, type Settings } from '../options/settings.ts';

/** The options of a checkout that belong to the process. An account has none of them. */
const optionsOfProcess = [
  'accounts',
  'resolveAccount',
  'store',
  'sweepIntervalMs',
  'onEvent',
  'historyMark',
  'retentionDays',
  'limits',
  'mountPath',
] as const;

/** The gateway's limit. */
const maxUrlLength = 500;

/** Returns why a text cannot be the id of an account; undefined for an id. The rules are those of order ids, and it is part of a path. */
export function findIdViolation(id: unknown): string | undefined {
  if (typeof id !== 'string') return 'must be a string';
  if (id === '' || id.length > 200) return 'must have 1 to 200 characters';
  if (/[\0\p{Surrogate}]/u.test(id)) return 'must be well-formed Unicode without U+0000';
  return id === '.' || id === '..' ? 'must not be . or ..' : undefined;
}

/** Returns the mount path without an account, at which callbacks of earlier payments arrive. */
export function toPlainPath(mountPath: string): string {
  return mountPath.replace(`/${accountPart}`, '');
}

/** What `find` has returned, as text that differs after each change. It contains no secret. */
export function computeFingerprint(data: unknown, toFunctionId: (value: object) => number): string {
  const text = JSON.stringify(revealAll(data), (_key, value: unknown) =>
    typeof value === 'function' ? `function ${toFunctionId(value)}` : value,
  );
  return createHash('sha256').update(text).digest('base64url');
}

/** What the accounts of a process have in common. */
export interface CommonOptions<Tx> {
  /** The options of the checkout, with the listener of the process. */
  readonly options: CheckoutOptions<Tx>;
  readonly group: GatewayGroup;
}

/**
 * Returns the settings of an account: those of the checkout, replaced by what `find` has returned.
 *
 * @throws PgwError `invalid-configuration`. The message contains no secret.
 */
export function toAccountSettings<Tx>(
  { options, group }: CommonOptions<Tx>,
  id: string,
  data: AccountData<Tx>,
): Settings<Tx> {
  const refuse = (reason: string): never => {
    throw new PgwError('invalid-configuration', `accounts.find: ${reason}.`);
  };
  if (typeof data !== 'object') return refuse('must return the options of an account');
  const wrong = optionsOfProcess.find((name) => name in data);
  if (wrong !== undefined) return refuse(`${wrong} is an option of the whole checkout`);
  const { gateway: gatewayOptions, ...own } = data;
  if (typeof gatewayOptions !== 'object' || gatewayOptions === null || 'verifyCallback' in gatewayOptions)
    return refuse('gateway must be the options of createGatewayClient');
  const { accounts, resolveAccount: _resolveAccount, ...common } = options;
  const clientOptions = { ...accounts?.gateway, ...gatewayOptions } as GatewayClientOptions;
  const gateway = group.createClient(withTestOverrides(clientOptions, readTestOverrides(options)));
  const mountPath = options.mountPath?.replace(accountPart, encodeAccountId(id));
  const merged = { ...common, mountPath, ...own, gateway };
  const settings = parseSettings<Tx>({ ...merged, ...bindFunctions(merged, { account: id }) });
  const plainPath = toPlainPath(options.mountPath ?? settings.mountPath);
  const plainCallbackUrl = createPublicAddresses(merged.publicUrl, plainPath).url('/callback');
  const callbackUrl = `${settings.callbackUrl}/${encodeAccountId(id)}`;
  if (callbackUrl.length > maxUrlLength)
    return refuse(
      `the callback URL has ${callbackUrl.length} characters, and the gateway accepts ${maxUrlLength}`,
    );
  const { emit } = settings;
  return { ...settings, callbackUrl, plainCallbackUrl, emit: (event) => emit({ ...event, account: id }) };
}

/** Passes the account to each function of the shop that has no request of a visitor. */
function bindFunctions<Tx>(
  options: CheckoutOptions<Tx>,
  account: AccountContext,
): Partial<CheckoutOptions<Tx>> {
  const { resolveOrder, getPrice, getOrderUrl, getBankPageUrl, resolveUnknownPayment } = options;
  const { onPaid, onAuthorized, onEnded, onRefunded, onReversed } = options;
  return {
    resolveOrder: (orderId, req) => resolveOrder(orderId, req, account),
    getPrice: getPrice && ((orderId, context) => getPrice(orderId, { ...context, ...account })),
    getOrderUrl: getOrderUrl && ((orderId) => getOrderUrl(orderId, account)),
    getBankPageUrl: getBankPageUrl && ((orderId, channelId) => getBankPageUrl(orderId, channelId, account)),
    resolveUnknownPayment:
      resolveUnknownPayment && ((payment) => resolveUnknownPayment({ ...payment, ...account })),
    onPaid: (payment, context) => onPaid(payment, { ...context, ...account }),
    onAuthorized: onAuthorized && ((payment, context) => onAuthorized(payment, { ...context, ...account })),
    onEnded: onEnded && ((payment, context) => onEnded(payment, { ...context, ...account })),
    onRefunded: onRefunded && ((refund, context) => onRefunded(refund, { ...context, ...account })),
    onReversed: onReversed && ((payment, context) => onReversed(payment, { ...context, ...account })),
  };
}

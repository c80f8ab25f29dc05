import type { GatewayProfileOverrides, TimeInput } from '@pgw/protocol';
import type { ActivityFilter } from '../activity/activity-log.ts';
import type { ActivityKind, ActivityOf } from '../activity/activity-row.ts';
import type { CardOutcome, TestCard } from '../catalogue/test-cards.ts';
import type { SandboxOptions } from '../options.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CardDetails } from './card.ts';
import type { Faults } from './faults.ts';
import type { DecidedPayment, PayOptions, PayOutcome } from './pay-as.ts';
import type { StartedPayment, StartOptions } from './start-payment.ts';

/** The options of a sandbox for tests. All options have defaults. */
export interface TestSandboxOptions extends SandboxOptions {
  /** The port to listen on. Default 0: a free port, so that workers run side by side. */
  readonly port?: number | undefined;
  /** The delays before each retry of a callback, in milliseconds. Default 50 ms, 200 ms and 1 s. */
  readonly callbackRetryMs?: readonly number[] | undefined;
  /**
   * The ids of the merchants, such as `['1001', '1002']`, in place of `tenants`. Each has a name and credentials of its
   * own. A merchant with wallets has a number as its id.
   */
  readonly merchants?: readonly string[] | undefined;
}

/** The options of `createGatewayClient` of @pgw/client for a merchant of a sandbox. */
export interface ClientOptions {
  /** The URL of the sandbox. */
  readonly baseUrl: string;
  /** The id of the merchant. */
  readonly merchantId: string;
  /** The key of the merchant's signatures. It is public and protects nothing. */
  readonly secretKey: string;
  /** The credentials for `Authenticate`. */
  readonly credentials: { readonly userName: string; readonly password: string };
  /** The option `profile` of the sandbox. */
  readonly profile?: GatewayProfileOverrides | undefined;
}

/**
 * One merchant of a sandbox. The methods are those of the sandbox, for the payments, refunds, payouts and wallets of this
 * merchant only: a list omits the others, and a method with the number of another merchant throws PgwError
 * `invalid-request`.
 */
export interface TestMerchant extends Pick<
  Sandbox,
  | 'findPayment'
  | 'listPayments'
  | 'listCallbacks'
  | 'decide'
  | 'changeStatus'
  | 'endAuthorization'
  | 'capturePayment'
  | 'findRefund'
  | 'listRefunds'
  | 'decideRefund'
  | 'refundPayment'
  | 'findPayout'
  | 'listPayouts'
  | 'decidePayout'
> {
  /** The options of `createGatewayClient`, for example for `accounts.find` of a checkout. */
  readonly clientOptions: ClientOptions;
  /** Ends the newest pending payment of this merchant. See `TestSandbox.payAs`. */
  readonly payAs: TestSandbox['payAs'];
  /** Lists the wallets of this merchant, sorted by id. */
  readonly listWallets: () => ReturnType<Sandbox['listWallets']>;
  /** Returns the settlement file of this merchant. */
  readonly settlementFile: (period: { readonly from: TimeInput; readonly to: TimeInput }) => string;
}

/**
 * A sandbox for tests. Its functions do not use `this`, so a test may take them out:
 * `const { payAs, advance } = sandbox`.
 */
export interface TestSandbox extends Sandbox, Faults {
  /** The options of `createGatewayClient` for the first merchant: `createGatewayClient(sandbox.clientOptions)`. */
  readonly clientOptions: ClientOptions;
  /**
   * Returns a merchant by its id, with its credentials and with methods for its payments only.
   *
   * @throws PgwError `invalid-request` for an unknown id, with the ids of the sandbox and the nearest one.
   */
  readonly merchant: (id: string) => TestMerchant;
  /**
   * Returns the time of the sandbox, in milliseconds since the epoch. Pass it to the checkout, so that `advance` also
   * moves the clock of the shop: `createCheckout(withTestOverrides(options, { now: sandbox.now }))`. Without it, only
   * the deadlines of the gateway pass.
   */
  readonly now: () => number;
  /**
   * Advances the clock by milliseconds or by a text such as `90s`, `15m`, `2h`, `7d` or `1h 30m`. Payments expire,
   * refunds get their result, and late callbacks are sent. Resolves after their callbacks. The age of a request is
   * still compared with the real clock, so a shop with the real clock is not refused.
   *
   * @throws PgwError `invalid-request` for another text, with the accepted forms.
   */
  readonly advance: (duration: string | number) => Promise<void>;
  /**
   * Starts a payment at the shop like a shopper with a browser: reads the order, chooses a channel, and presses Pay.
   *
   * @throws PgwError `invalid-request` when the shop refuses, with the code of its problem.
   */
  readonly startPayment: (options: StartOptions) => Promise<StartedPayment>;
  /**
   * Ends the newest pending payment as its shopper does on the page of the bank. Resolves after the callback, with the
   * URL at which the browser returns to the shop. Use it after a card whose bank requires a code, too.
   *
   * @throws PgwError `invalid-request` for an unknown outcome, and when no payment is pending.
   */
  readonly payAs: (outcome: PayOutcome, options?: PayOptions) => Promise<DecidedPayment>;
  /**
   * Finds the test card with an outcome. Default brand `visa`.
   *
   * @throws PgwError `invalid-request` for an unknown outcome or brand.
   */
  readonly card: (outcome: CardOutcome, brand?: TestCard['brand']) => CardDetails;
  /** Lists what happened since the start or the last `reset`, oldest first. Default limit 5000. */
  readonly listActivities: <Kind extends ActivityKind = ActivityKind>(
    filter?: ActivityFilter<Kind>,
  ) => ActivityOf<Kind>[];
}

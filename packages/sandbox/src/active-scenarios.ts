import { endpoints, PgwError, type EndpointName } from '@pgw/protocol';
import { formatViolations, parseInput, violationsOf } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import {
  isScenarioName,
  scenarios,
  type CallbackScenarioName,
  type RefundFault,
  type Scenario,
  type ScenarioName,
} from './scenarios.ts';

/** Settings of a scenario that is switched on. */
export interface ScenarioOptions {
  /** The delay in milliseconds, instead of the scenario's default. */
  readonly delayMs?: number | undefined;
  /** The number of uses after which the scenario is switched off. Default: it stays on. */
  readonly times?: number | undefined;
  /** For scenarios of responses: the only endpoint that they affect. Default: all endpoints. */
  readonly endpoint?: EndpointName | undefined;
  /** The number of callbacks, requests or other events that are not affected before the first use. Default 0. */
  readonly skip?: number | undefined;
  /**
   * The share of the events after `skip` that are affected, between 0 and 1. The affected events are spread
   * evenly, and are the same in every run: with 0.3 the 4th, 7th and 10th of ten events. Default 1: every event.
   */
  readonly share?: number | undefined;
}

const wholeNumber = z.number().int('must be a whole number');
const optionsSchema = z.strictObject({
  delayMs: wholeNumber.nonnegative('must not be negative').optional(),
  times: wholeNumber.positive('must be at least 1').optional(),
  // `Object.keys` of a constant record returns the keys of its type.
  endpoint: z
    .enum(Object.keys(endpoints) as EndpointName[], `must be one of ${Object.keys(endpoints).join(', ')}`)
    .optional(),
  skip: wholeNumber.nonnegative('must not be negative').optional(),
  share: z.number().min(0, 'must be between 0 and 1').max(1, 'must be between 0 and 1').optional(),
});

/**
 * Checks the name and the setting of a scenario.
 *
 * @throws PgwError `invalid-request` with the valid names, or with each invalid member of the setting.
 */
function checkSetting(name: string, setting: unknown): void {
  if (!isScenarioName(name))
    throw new PgwError(
      'invalid-request',
      `There is no scenario ${name}. The scenarios are ${Object.keys(scenarios).join(', ')}.`,
    );
  if (typeof setting === 'boolean') return;
  const result = parseInput(optionsSchema, setting);
  if (result.success) return;
  const violations = formatViolations(violationsOf(result.error));
  throw new PgwError('invalid-request', `The scenario ${name} was not switched: ${violations}.`);
}

/**
 * The scenarios that are switched on for the whole sandbox. They are not stored. Each method `use…` returns
 * the scenarios for one event, and counts one use of each (see `ScenarioOptions.times`). `paymentScenarios`
 * are the names of the scenarios of a single payment, which have no limit of uses.
 */
export class ActiveScenarios {
  readonly #active = new Map<ScenarioName, ScenarioOptions>();
  /** The number of events so far to which an active scenario applies, also those that it does not affect. */
  readonly #eventCounts = new Map<ScenarioName, number>();
  /** The scenarios of the next callback of a payment or payout, by its transaction number. */
  readonly #nextCallbacks = new Map<string, CallbackScenarioName>();
  readonly #onSwitch: (control: 'scenario-on' | 'scenario-off', name: ScenarioName) => void;

  /** `onSwitch` is called when a scenario is switched by `set` or `clear`. */
  constructor(
    onSwitch: (control: 'scenario-on' | 'scenario-off', name: ScenarioName) => void = () => undefined,
  ) {
    this.#onSwitch = onSwitch;
  }

  set(name: ScenarioName, setting: boolean | ScenarioOptions): void {
    checkSetting(name, setting);
    this.#eventCounts.delete(name);
    if (setting === false) {
      if (this.#active.delete(name)) this.#onSwitch('scenario-off', name);
      return;
    }
    this.#active.set(name, setting === true ? {} : setting);
    this.#onSwitch('scenario-on', name);
  }

  listActiveNames(): ScenarioName[] {
    return [...this.#active.keys()];
  }

  /** Switches all scenarios off. */
  clear(): void {
    for (const name of this.listActiveNames()) this.set(name, false);
  }

  /** Forgets all scenarios, also those of the next callbacks. `onSwitch` is not called. */
  reset(): void {
    this.#active.clear();
    this.#eventCounts.clear();
    this.#nextCallbacks.clear();
  }

  /** Applies a scenario to the next callback of a payment or payout. Undefined removes it. */
  setForNextCallback(transactionNumber: string, name: CallbackScenarioName | undefined): void {
    if (name === undefined) this.#nextCallbacks.delete(transactionNumber);
    else this.#nextCallbacks.set(transactionNumber, name);
  }

  /** Finds the scenario of the next callback of a payment or payout. */
  findForNextCallback(transactionNumber: string): CallbackScenarioName | undefined {
    return this.#nextCallbacks.get(transactionNumber);
  }

  /** Returns the scenarios for a callback of a payment or payout. */
  useForCallback(transactionNumber: string, paymentScenarios: readonly string[]): Scenario[] {
    const next = this.#nextCallbacks.get(transactionNumber);
    this.#nextCallbacks.delete(transactionNumber);
    const names = next === undefined ? paymentScenarios : [...paymentScenarios, next];
    return this.#use(names, (scenario) => scenario.callback !== undefined);
  }

  /** Returns the scenarios that replace the status of a payment. */
  useForStatus(paymentScenarios: readonly string[]): Scenario[] {
    return this.#use(paymentScenarios, (scenario) => scenario.status !== undefined);
  }

  /** Returns true when the amounts of a payment record or a callback are decimals. */
  useForAmounts(paymentScenarios: readonly string[]): boolean {
    return this.#use(paymentScenarios, (scenario) => scenario.amounts !== undefined).length > 0;
  }

  /** Returns the statuses of a refund. They replace the statuses in the refund policy of the channel. */
  useForRefund(paymentScenarios: readonly string[]): Scenario['refund'] {
    return this.#use(paymentScenarios, ({ refund }) => refund !== undefined)[0]?.refund;
  }

  /** Returns the fault in the response to a request for a refund. */
  useForRefundFault(paymentScenarios: readonly string[]): RefundFault | undefined {
    return this.#use(paymentScenarios, ({ refundFault }) => refundFault !== undefined)[0]?.refundFault;
  }

  /**
   * Returns the code and message with which a refund query is refused, when the scenario
   * `refund-misconfigured` is on. Does not count as a use.
   */
  findRefundQueryFault(paymentScenarios: readonly string[]): RefundFault | undefined {
    const name = 'refund-misconfigured';
    return this.#active.has(name) || paymentScenarios.includes(name)
      ? scenarios[name].refundFault
      : undefined;
  }

  /** Returns true when a scenario gives payouts this result. */
  useForPayout(result: NonNullable<Scenario['payout']>): boolean {
    return this.#use([], ({ payout }) => payout === result).length > 0;
  }

  /** Returns the scenario when lists differ in this way. */
  useForList(list: NonNullable<Scenario['list']>): Scenario | undefined {
    return this.#use([], (scenario) => scenario.list === list)[0];
  }

  /** Returns how far the clock that checks timestamps is ahead, in milliseconds. */
  useForClock(): number {
    return this.#use([], ({ skewMs }) => skewMs !== undefined)[0]?.skewMs ?? 0;
  }

  /** Returns the settings of a scenario that is on. */
  find(name: ScenarioName): ScenarioOptions | undefined {
    return this.#active.get(name);
  }

  /** Returns the scenarios for the response of an endpoint. */
  useForResponse(endpoint: EndpointName, paymentScenarios: readonly string[] = []): Scenario[] {
    return this.#use(
      paymentScenarios,
      (scenario, options) =>
        scenario.response !== undefined && (options.endpoint === undefined || options.endpoint === endpoint),
    );
  }

  /** Returns the applicable scenarios of the whole sandbox and of a payment, and counts a use of each. */
  #use(
    paymentScenarios: readonly string[],
    isApplicable: (scenario: Scenario, options: ScenarioOptions) => boolean,
  ): Scenario[] {
    const names = new Set([...this.#active.keys(), ...paymentScenarios.filter(isScenarioName)]);
    return [...names].flatMap((name) => {
      const scenario: Scenario = scenarios[name];
      const options = this.#active.get(name) ?? {};
      if (!isApplicable(scenario, options)) return [];
      if (!paymentScenarios.includes(name) && !this.#isAffected(name, options)) return [];
      this.#countUse(name, options);
      return [options.delayMs === undefined ? scenario : { ...scenario, delayMs: options.delayMs }];
    });
  }

  /** Counts an event. Returns false when `skip` or `share` exclude it. */
  #isAffected(name: ScenarioName, { skip = 0, share = 1 }: ScenarioOptions): boolean {
    const count = (this.#eventCounts.get(name) ?? 0) + 1;
    this.#eventCounts.set(name, count);
    const position = count - skip;
    return position > 0 && countShare(position, share) > countShare(position - 1, share);
  }

  /** Counts a use of a scenario that has a limit of uses. Switches the scenario off after the last use. */
  #countUse(name: ScenarioName, options: ScenarioOptions): void {
    if (options.times === undefined) return;
    if (options.times <= 1) this.#active.delete(name);
    else this.#active.set(name, { ...options, times: options.times - 1 });
  }
}

/** Returns how many of the first events are affected. */
function countShare(events: number, share: number): number {
  // Without the small number, 100 events with 0.29 would be 28.999… affected ones.
  return Math.floor(events * share + 1e-9);
}

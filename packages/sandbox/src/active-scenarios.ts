import { PgwError, type EndpointName } from '@pgw/protocol';
import { findTestAmount, type TestAmount } from './catalogue/test-amounts.ts';
import { findSettingProblem, type ScenarioOptions, type ScenarioSetting } from './scenario-options.ts';
import {
  isScenarioName,
  scenarios,
  type CallbackScenarioName,
  type RefundFault,
  type Scenario,
  type ScenarioName,
} from './scenarios.ts';

/** What an event is about, such as the payment of a callback. */
export interface ScenarioSubject {
  /** The channel of the payment; null when there is none. */
  readonly channelId: number | null;
  /** The names of the scenarios of this payment, which have no limit of uses. */
  readonly scenarios: readonly string[];
}

const noSubject: ScenarioSubject = { channelId: null, scenarios: [] };

/** The scenarios that are on after the start and after a reset. */
export type InitialScenarios = Readonly<Partial<Record<ScenarioName, ScenarioSetting>>>;

/**
 * The scenarios that are switched on for the whole sandbox. They are not stored. Each method `use…` returns
 * the scenarios for one event, and counts one use of each (see `ScenarioOptions.times`).
 */
export class ActiveScenarios {
  readonly #active = new Map<ScenarioName, ScenarioOptions>();
  /** The number of events so far to which an active scenario applies, also those that it does not affect. */
  readonly #eventCounts = new Map<ScenarioName, number>();
  /** The scenarios of the next callback of a payment or payout, by its transaction number. */
  readonly #nextCallbacks = new Map<string, CallbackScenarioName>();
  readonly #onSwitch: (control: 'scenario-on' | 'scenario-off', name: ScenarioName) => void;
  readonly #initial: InitialScenarios;

  /** `onSwitch` is called when a scenario is switched by `set` or `clear`. */
  constructor(
    onSwitch: (control: 'scenario-on' | 'scenario-off', name: ScenarioName) => void = () => undefined,
    initial: InitialScenarios = {},
  ) {
    this.#onSwitch = onSwitch;
    this.#initial = initial;
    this.#activateInitial();
  }

  /** @throws PgwError `invalid-request` with the valid names, or with each invalid member of the setting. */
  set(name: ScenarioName, setting: ScenarioSetting): void {
    const problem = findSettingProblem(name, setting);
    if (problem !== undefined) throw new PgwError('invalid-request', problem);
    this.#eventCounts.delete(name);
    if (setting === false) {
      if (this.#active.delete(name)) this.#onSwitch('scenario-off', name);
      return;
    }
    this.#activate(name, setting);
    this.#onSwitch('scenario-on', name);
  }

  listActiveNames(): ScenarioName[] {
    return [...this.#active.keys()];
  }

  /** Switches all scenarios off. */
  clear(): void {
    for (const name of this.listActiveNames()) this.set(name, false);
  }

  /** Returns to the scenarios of the start, and forgets those of the next callbacks. `onSwitch` is not called. */
  reset(): void {
    this.#active.clear();
    this.#eventCounts.clear();
    this.#nextCallbacks.clear();
    this.#activateInitial();
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
  useForCallback(transactionNumber: string, { channelId, scenarios: names }: ScenarioSubject): Scenario[] {
    const next = this.#nextCallbacks.get(transactionNumber);
    this.#nextCallbacks.delete(transactionNumber);
    const subject = { channelId, scenarios: next === undefined ? names : [...names, next] };
    return this.#use(subject, (scenario) => scenario.callback !== undefined);
  }

  /** Returns the scenarios that replace the status of a payment. */
  useForStatus(payment: ScenarioSubject): Scenario[] {
    return this.#use(payment, (scenario) => scenario.status !== undefined);
  }

  /** Returns the test amount that replaces the approval of a payment. */
  useForApproval(payment: ScenarioSubject & { readonly amount: number }): TestAmount | undefined {
    const testAmount = findTestAmount(payment.amount);
    if (testAmount === undefined) return undefined;
    return this.#use(payment, (scenario) => scenario.testAmounts === true).length > 0
      ? testAmount
      : undefined;
  }

  /** Returns the test amount of a payment when test amounts are on. Does not count as a use. */
  findTestAmount({
    amount,
    channelId,
  }: {
    amount: number;
    channelId: number | null;
  }): TestAmount | undefined {
    const options = this.#active.get('test-amounts');
    return options === undefined || !hasChannel(options, channelId) ? undefined : findTestAmount(amount);
  }

  /** Returns true when the amounts of a payment record or a callback are decimals. */
  useForAmounts(payment: ScenarioSubject = noSubject): boolean {
    return this.#use(payment, (scenario) => scenario.amounts !== undefined).length > 0;
  }

  /** Returns the statuses of a refund. They replace the statuses in the refund policy of the channel. */
  useForRefund(payment: ScenarioSubject): Scenario['refund'] {
    return this.#use(payment, ({ refund }) => refund !== undefined)[0]?.refund;
  }

  /** Returns the fault in the response to a request for a refund. */
  useForRefundFault(payment: ScenarioSubject): RefundFault | undefined {
    return this.#use(payment, ({ refundFault }) => refundFault !== undefined)[0]?.refundFault;
  }

  /**
   * Returns the code and message with which a refund query is refused, when the scenario
   * `refund-misconfigured` is on. Does not count as a use.
   */
  findRefundQueryFault(payment: ScenarioSubject): RefundFault | undefined {
    const name = 'refund-misconfigured';
    const options = this.#active.get(name);
    const isOn = options !== undefined && hasChannel(options, payment.channelId);
    return isOn || payment.scenarios.includes(name) ? scenarios[name].refundFault : undefined;
  }

  /** Returns true when a scenario gives payouts this result. */
  useForPayout(result: NonNullable<Scenario['payout']>): boolean {
    return this.#use(noSubject, ({ payout }) => payout === result).length > 0;
  }

  /** Returns the scenario when lists differ in this way. `channelId` is the channel of a list of banks. */
  useForList(list: NonNullable<Scenario['list']>, channelId: number | null = null): Scenario | undefined {
    return this.#use({ channelId, scenarios: [] }, (scenario) => scenario.list === list)[0];
  }

  /** Returns how far the clock that checks timestamps is ahead, in milliseconds. */
  useForClock(): number {
    return this.#use(noSubject, ({ skewMs }) => skewMs !== undefined)[0]?.skewMs ?? 0;
  }

  /** Returns the settings of a scenario that is on. */
  find(name: ScenarioName): ScenarioOptions | undefined {
    return this.#active.get(name);
  }

  /** Returns the scenarios for the response of an endpoint. */
  useForResponse(endpoint: EndpointName, subject: ScenarioSubject): Scenario[] {
    return this.#use(
      subject,
      (scenario, options) =>
        scenario.response !== undefined && (options.endpoint === undefined || options.endpoint === endpoint),
    );
  }

  #activate(name: ScenarioName, setting: true | ScenarioOptions): void {
    this.#active.set(name, setting === true ? {} : setting);
  }

  #activateInitial(): void {
    for (const [name, setting] of Object.entries(this.#initial))
      if (isScenarioName(name) && setting !== false) this.#activate(name, setting);
  }

  /** Returns the applicable scenarios of the whole sandbox and of a payment, and counts a use of each. */
  #use(
    { channelId, scenarios: ownNames }: ScenarioSubject,
    isApplicable: (scenario: Scenario, options: ScenarioOptions) => boolean,
  ): Scenario[] {
    const names = new Set([...this.#active.keys(), ...ownNames.filter(isScenarioName)]);
    return [...names].flatMap((name) => {
      const scenario: Scenario = scenarios[name];
      const isOwn = ownNames.includes(name);
      const options = this.#active.get(name) ?? {};
      if (!isApplicable(scenario, options)) return [];
      if (!isOwn && (!hasChannel(options, channelId) || !this.#isAffected(name, options))) return [];
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

/** Returns true when the options do not limit a scenario to another channel. */
function hasChannel({ channelId: only }: ScenarioOptions, channelId: number | null): boolean {
  return only === undefined || only === channelId;
}

/** Returns how many of the first events are affected. */
function countShare(events: number, share: number): number {
  // Without the small number, 100 events with 0.29 would be 28.999… affected ones.
  return Math.floor(events * share + 1e-9);
}

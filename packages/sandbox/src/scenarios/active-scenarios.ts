import { PgwError, type EndpointName } from '@pgw/protocol';
import { findSettingProblem, type ScenarioOptions, type ScenarioSetting } from './scenario-options.ts';
import {
  isScenarioName,
  scenarios,
  type CallbackScenarioName,
  type Scenario,
  type ScenarioName,
} from './scenarios.ts';

/** What a scenario can affect. */
export type ScenarioAspect = Exclude<keyof Scenario, 'description' | 'delayMs'>;

/** What an event is about, such as the payment of a callback. */
export interface ScenarioSubject {
  /** The channel of the payment. Default: none. */
  readonly channelId?: number | null | undefined;
  /** The names of the scenarios of this payment, which have no limit of uses. Default: none. */
  readonly scenarios?: readonly string[] | undefined;
  /** The endpoint of a request. */
  readonly endpoint?: EndpointName | undefined;
}

/** The scenarios that are on after the start and after a reset. */
export type InitialScenarios = Readonly<Partial<Record<ScenarioName, ScenarioSetting>>>;

type OnSwitch = (control: 'scenario-on' | 'scenario-off', name: ScenarioName) => void;

/** The scenarios that are switched on for the whole sandbox. They are not stored. */
export class ActiveScenarios {
  readonly #active = new Map<ScenarioName, ScenarioOptions>();
  /** The number of events so far to which an active scenario applies, also those that it does not affect. */
  readonly #eventCounts = new Map<ScenarioName, number>();
  /** The scenarios of the next callback of a payment or payout, by its transaction number. */
  readonly nextCallbacks = new Map<string, CallbackScenarioName>();
  readonly #onSwitch: OnSwitch;
  readonly #initial: InitialScenarios;

  /** `onSwitch` is called when a scenario is switched by `set` or `clear`. */
  constructor(onSwitch: OnSwitch = () => undefined, initial: InitialScenarios = {}) {
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
    this.nextCallbacks.clear();
    this.#activateInitial();
  }

  /** Returns the scenarios of one event with the aspect and value, and counts a use of each. */
  use<Name extends ScenarioAspect>(
    aspect: Name,
    subject: ScenarioSubject = {},
    value?: Scenario[Name],
  ): readonly Scenario[] {
    const { channelId = null, scenarios: ownNames = [], endpoint } = subject;
    const names = new Set([...this.#active.keys(), ...ownNames.filter(isScenarioName)]);
    return [...names].flatMap((name) => {
      const scenario: Scenario = scenarios[name];
      const options = this.#active.get(name) ?? {};
      const isAffecting = scenario[aspect] !== undefined && (value ?? scenario[aspect]) === scenario[aspect];
      if (!isAffecting || (endpoint !== undefined && (options.endpoint ?? endpoint) !== endpoint)) return [];
      if (!ownNames.includes(name) && (!hasChannel(options, channelId) || !this.#isAffected(name, options)))
        return [];
      this.#countUse(name, options);
      return [options.delayMs === undefined ? scenario : { ...scenario, delayMs: options.delayMs }];
    });
  }

  /** Returns true when a scenario is on for a payment. Does not count as a use. */
  isOn(name: ScenarioName, { channelId = null, scenarios: ownNames = [] }: ScenarioSubject): boolean {
    const options = this.#active.get(name);
    return (options !== undefined && hasChannel(options, channelId)) || ownNames.includes(name);
  }

  /** Returns the settings of a scenario that is on. */
  find(name: ScenarioName): ScenarioOptions | undefined {
    return this.#active.get(name);
  }

  #activate(name: ScenarioName, setting: true | ScenarioOptions): void {
    this.#active.set(name, setting === true ? {} : setting);
  }

  #activateInitial(): void {
    for (const [name, setting] of Object.entries(this.#initial))
      if (isScenarioName(name) && setting !== false) this.#activate(name, setting);
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

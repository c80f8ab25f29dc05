import type { EndpointName } from '@pgw/protocol';

/** What a misbehaviour changes. */
export interface Scenario {
  /** As a developer reads it. */
  readonly description: string;
  readonly callback?: 'never' | 'late' | 'twice' | 'wrongly-signed';
  readonly answer?: 'slow' | 'error';
  /** Kept in place of the status that was decided. */
  readonly status?: number;
  /** How a refund turns out: now, and by itself later. */
  readonly refund?: { readonly status: number; readonly resolvesTo?: number };
  /** A refund is refused with a code of the interface; 2124 is taken up all the same. */
  readonly refundFault?: { readonly code: number; readonly message: string };
  /** A payout is refused (2056), or taken and rejected by the bank. */
  readonly payout?: 'refused' | 'rejected';
  /** For those that wait; milliseconds. */
  readonly delayMs?: number;
}

/** The named misbehaviours: one entry each. Their names are used by tests, by the bank page and by the API. */
export const scenarios = {
  // The merchant's sweep and the customer's return must find the payment.
  'callback-never': { description: 'The callback never comes', callback: 'never' },
  // The customer is back before the merchant knows.
  'callback-late': { description: 'The callback comes late', callback: 'late', delayMs: 10_000 },
  // A repeated callback must fulfil once.
  'callback-twice': { description: 'The callback comes twice', callback: 'twice' },
  // A forged callback must change nothing. It is not acknowledged by a careful merchant, so it is retried and given up.
  'callback-wrongly-signed': { description: 'The callback is wrongly signed', callback: 'wrongly-signed' },
  // Processed, but the answer takes its time: the outcome is unknown to an impatient client.
  'answer-slow': { description: 'Answers come after 5 seconds', answer: 'slow', delayMs: 5000 },
  // Not processed.
  'answer-500': { description: 'Answers are HTTP 500', answer: 'error' },
  // Neither paid nor over: no list of statuses is complete.
  'unknown-status': { description: 'The status is 14, which no document lists', status: 14 },
  'refund-processing': {
    description: 'Refunds take a while (12, then 11)',
    refund: { status: 12, resolvesTo: 11 },
  },
  'refund-failed': { description: 'Refunds fail (13)', refund: { status: 13 } },
  'refund-fails-later': {
    description: 'Refunds fail after a while (12, then 13)',
    refund: { status: 12, resolvesTo: 13 },
  },
  'refund-with-charges': { description: 'Refunds lose a charge (16)', refund: { status: 16 } },
  // What was returned comes back: the order is paid again.
  'refund-reversed': {
    description: 'Refunds are reversed after a while (11, then 17)',
    refund: { status: 11, resolvesTo: 17 },
  },
  'refund-voided': { description: 'Refunds are voids (18)', refund: { status: 18 } },
  'refund-unavailable': {
    description: 'Refunds are refused: the provider is unavailable (2042)',
    refundFault: { code: 2042, message: 'Failed To Request Refund: the provider is unavailable.' },
  },
  // Processed all the same: whoever asks again without a query meets "already in progress".
  'refund-timeout': {
    description: 'The provider takes a refund up and does not answer (2124)',
    refundFault: { code: 2124, message: 'Request Refund Time Out' },
  },
  'refund-misconfigured': {
    description: 'Provider settings are missing for refunds (2160)',
    refundFault: { code: 2160, message: 'Invalid Payment Gateway Setting' },
  },
  'payout-refused': { description: 'Payouts are refused (2056)', payout: 'refused' },
  'payout-rejected': { description: 'The bank rejects payouts after they were taken', payout: 'rejected' },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

/** How a scenario is switched on. */
export interface ScenarioSetting {
  /** In place of the scenario's own wait, in milliseconds. */
  readonly delayMs?: number | undefined;
  /** Switches itself off after that many uses. Default: stays on. */
  readonly times?: number | undefined;
  /** For answers: this endpoint only. Default: every endpoint. */
  readonly endpoint?: EndpointName | undefined;
}

export function isScenarioName(name: string): name is ScenarioName {
  return Object.hasOwn(scenarios, name);
}

/** The misbehaviours that are switched on for the whole sandbox. They are forgotten on close. */
export class Misbehaviour {
  readonly #active = new Map<ScenarioName, ScenarioSetting>();

  set(name: ScenarioName, setting: boolean | ScenarioSetting): void {
    if (setting === false) this.#active.delete(name);
    else this.#active.set(name, setting === true ? {} : setting);
  }

  /** Those that are on. */
  names(): ScenarioName[] {
    return [...this.#active.keys()];
  }

  clear(): void {
    this.#active.clear();
  }

  /** The callback scenarios that a payment meets: the sandbox's own, and those set on the payment. Counts as a use. */
  ofCallback(paymentsOwn: readonly string[]): Scenario[] {
    return this.#meet(paymentsOwn, (scenario) => scenario.callback !== undefined);
  }

  ofStatus(paymentsOwn: readonly string[]): Scenario[] {
    return this.#meet(paymentsOwn, (scenario) => scenario.status !== undefined);
  }

  /** How a refund turns out in place of the channel's own way. */
  ofRefund(paymentsOwn: readonly string[]): Scenario['refund'] {
    return this.#meet(paymentsOwn, ({ refund }) => refund !== undefined)[0]?.refund;
  }

  /** Why a refund is refused. */
  ofRefundFault(paymentsOwn: readonly string[]): Scenario['refundFault'] {
    return this.#meet(paymentsOwn, ({ refundFault }) => refundFault !== undefined)[0]?.refundFault;
  }

  /** Why a refund query is refused: missing settings concern it as well. Not counted as a use. */
  ofRefundQuery(paymentsOwn: readonly string[]): Scenario['refundFault'] {
    const name = 'refund-misconfigured';
    return this.#active.has(name) || paymentsOwn.includes(name) ? scenarios[name].refundFault : undefined;
  }

  /** Whether a payout meets this. */
  ofPayout(kind: NonNullable<Scenario['payout']>): boolean {
    return this.#meet([], ({ payout }) => payout === kind).length > 0;
  }

  ofAnswer(endpoint: EndpointName, paymentsOwn: readonly string[] = []): Scenario[] {
    return this.#meet(
      paymentsOwn,
      (scenario, setting) =>
        scenario.answer !== undefined && (setting.endpoint === undefined || setting.endpoint === endpoint),
    );
  }

  #meet(
    paymentsOwn: readonly string[],
    isMet: (scenario: Scenario, setting: ScenarioSetting) => boolean,
  ): Scenario[] {
    const own = paymentsOwn.filter(isScenarioName).filter((name) => !this.#active.has(name));
    const all: [ScenarioName, ScenarioSetting][] = [...this.#active, ...own.map(withoutSetting)];
    const met = all.filter(([name, setting]) => isMet(scenarios[name], setting));
    return met.map(([name, setting]) => {
      if (this.#active.has(name)) this.#use(name, setting);
      const scenario: Scenario = scenarios[name];
      return setting.delayMs === undefined ? scenario : { ...scenario, delayMs: setting.delayMs };
    });
  }

  #use(name: ScenarioName, setting: ScenarioSetting): void {
    if (setting.times === undefined) return;
    if (setting.times <= 1) this.#active.delete(name);
    else this.#active.set(name, { ...setting, times: setting.times - 1 });
  }
}

function withoutSetting(name: ScenarioName): [ScenarioName, ScenarioSetting] {
  return [name, {}];
}

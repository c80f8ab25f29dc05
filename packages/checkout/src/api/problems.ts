import type { StorefrontProblemCode } from '@pgw/protocol';
import type { TextId } from '../locales/en.ts';
import type { FailureCause, StartNotice } from '../state/checkout-state.ts';
import type { ApiFailure } from './request.ts';

/** What the element does about a problem of the shop's server. */
interface ProblemRule extends Pick<StartNotice, 'look'> {
  /** Whether a payment may have been started, so that it is requested first. Default: if the status is 500 or higher. */
  readonly mayHaveStarted?: boolean;
  /** The screen that is shown in place of the form. `config`: only the operator of the shop can fix the problem. */
  readonly screen?: FailureCause;
  /** The text of the notice is `error.<text>`. Default: the code. */
  readonly text?: EndOf<TextId>;
  /** True if `text` says that nothing was charged, which an earlier start or card may contradict. The default texts do. */
  readonly needsOutcome?: true;
}

type EndOf<Id> = Id extends `error.${infer End}` ? End : never;

const configuration: ProblemRule = { mayHaveStarted: false, screen: 'config' };

/** The codes that need more than a text of their own. `PaymentStarter` has those that need no notice. */
const problemRules: Readonly<Partial<Record<StorefrontProblemCode, ProblemRule>>> = {
  'gateway-misconfigured': configuration,
  'wrong-mount-path': configuration,
  'body-already-parsed': configuration,
  'not-found': configuration,
  'card-already-sent': { mayHaveStarted: true },
  'gateway-unreachable': { mayHaveStarted: false },
  'gateway-busy': { mayHaveStarted: false, text: 'busy', look: 'wait', needsOutcome: true },
  'app-redirection': { mayHaveStarted: false, text: 'app' },
  'payment-being-checked': { text: 'checking', look: 'wait' },
  'duplicate-payment': { text: 'duplicate', look: 'check' },
  'too-many-payments': { text: 'too-many', look: 'check' },
  'order-expired': { screen: 'expired' },
  'order-already-paid': { screen: 'paid' },
};

/** Returns the rule of a code. It may be a code that a newer server has added. */
export function getProblemRule(code: string): ProblemRule {
  const rules: Readonly<Record<string, ProblemRule>> = problemRules;
  return rules[code] ?? {};
}

/** Whether only the operator of the shop can fix the problem. */
export function isConfigurationProblem(code: string): boolean {
  return getProblemRule(code).screen === 'config';
}

/** Whether a failed request may have started a payment. */
export function mayHaveStarted(failure: ApiFailure): boolean {
  if (failure.kind !== 'problem') return true;
  return getProblemRule(failure.code).mayHaveStarted ?? failure.status >= 500;
}

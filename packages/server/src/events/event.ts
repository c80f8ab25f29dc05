import type { GatewayEnvironment } from '@pgw/client';
import { toPrintable, findInheritedMembers } from '@pgw/protocol/internal';
import type { CheckoutEventFacts } from './event-facts.ts';

/** The name of an event. */
export type CheckoutEventName = keyof CheckoutEventFacts;

/** The properties of every event. */
export interface CheckoutEventBase<Name extends CheckoutEventName> {
  /** The name of the event, for filters and alerts. */
  readonly event: Name;
  /** What happened, the likely cause, and the next step. Read facts from the other properties: the text may change. */
  readonly message: string;
  /** The error that caused the event; undefined for events without one. An error of the shop's own code has the text of that code. */
  readonly error?: unknown;
  /** The shop's id of the account; undefined in a checkout with one account, and for an event of the whole process. */
  readonly account?: string | undefined;
  /** Whether the account moves real money, by its client; undefined for an event of a whole process with several accounts. */
  readonly environment?: GatewayEnvironment | undefined;
}

/** The event with a name, and its facts. */
export type EventNamed<Name extends CheckoutEventName> = CheckoutEventBase<Name> & CheckoutEventFacts[Name];

/**
 * An event for operators. `event` determines its other properties. It contains no secrets and no personal data.
 *
 * `level` is `error` if an operator must act, `warn` if an operator should check it, and `info` if no action is needed.
 */
export type CheckoutEvent = { [Name in CheckoutEventName]: EventNamed<Name> }[CheckoutEventName];

/** Receives events. An error that it throws is reported and has no other effect. */
export type CheckoutEventListener = (event: CheckoutEvent) => void;

type PrintedEvent = Pick<CheckoutEvent, 'level' | 'event' | 'message' | 'error'>;

/** Prints each warning and error as one line on the error output, with its facts as `name=value`. */
export function printEvents(printed: PrintedEvent): void {
  if (printed.level === 'info') return;
  const { level, event, message, error: _none, ...facts } = printed;
  const list = Object.entries(facts).flatMap(([name, value]) =>
    isPrinted(value) ? [`${name}=${quote(String(value))}`] : [],
  );
  // A message or a fact may contain text of the gateway or of a shopper, which could imitate another line.
  process.stderr.write(`${toPrintable(`pgw ${level} ${[event, ...list].join(' ')}: ${message}`)}\n`);
}

function isPrinted(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Quotes a text that could be read as more than one value. */
function quote(text: string): string {
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text);
}

/** Wraps a listener so that its errors do not affect payments. */
export function catchListenerErrors(listener: CheckoutEventListener): CheckoutEventListener {
  return (event) => {
    try {
      listener(event);
    } catch (error) {
      printEvents({ ...event, level: 'error', message: `onEvent threw. ${event.message}`, error });
    }
  };
}

/** Reports members of `Object.prototype` at boot. Other libraries of the shop may read them as keys of every object. */
export function reportInheritedMembers(emit: CheckoutEventListener): void {
  const names = findInheritedMembers();
  if (names.length === 0) return;
  const message =
    `Object.prototype has the enumerable ${names.length === 1 ? 'member' : 'members'} ${names.join(', ')}. The checkout ignores most of ` +
    'them. Node.js and other libraries do not: a member such as error or status can make requests fail. Find the library that adds them, or define them with enumerable: false.';
  const changes = names.map((name) => `Object.prototype.${name}`);
  emit({ level: 'info', event: 'app-changes-responses', message, changes });
}

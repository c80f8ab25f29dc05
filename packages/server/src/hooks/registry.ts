import { createNote, type PaymentContext } from '../engine/payment-context.ts';
import { optionalHookNames, type DueHook, type HookName } from '../model/hook.ts';
import { isWithinLast } from '../model/schedule.ts';

/** A hook is registered so often that its process counts as live for an hour. */
const refreshMs = 600_000;

/**
 * Registers the hooks of this process in the store. So every process stores the calls of hooks that any process has, and reports
 * the calls that none can make.
 */
export class HookRegistry {
  readonly #context: PaymentContext;
  #refreshedAt = Number.NEGATIVE_INFINITY;

  constructor(context: PaymentContext) {
    this.#context = context;
  }

  /** Does nothing if it has run in the last ten minutes. */
  async refresh(): Promise<void> {
    const { store, hooks, now } = this.#context;
    const at = now();
    if (isWithinLast(refreshMs, this.#refreshedAt, at)) return;
    const own = optionalHookNames.filter((name) => hooks[name] !== undefined);
    const late = await store.registerHooks(own, at, (hook) => this.#createNote(hook));
    this.#refreshedAt = at;
    for (const name of new Set(late.map((hook) => hook.name))) this.#report(name, late);
  }

  #createNote({ reference, name }: DueHook) {
    const text = `${name} is skipped: no process has had this hook for 24 hours.`;
    return createNote(this.#context, { reference, source: 'fulfill', kind: 'hook-skipped', text });
  }

  #report(hook: HookName, late: readonly DueHook[]): void {
    const references = late.filter(({ name }) => name === hook).map(({ reference }) => reference);
    const [reference = ''] = references;
    const calls = references.length;
    const message =
      `${calls} ${calls === 1 ? 'call' : 'calls'} of ${hook}, first for payment ${reference}, could not be made for an hour, because no running process has this hook. ` +
      'Start a process that has it. After 24 hours the calls are skipped, and only operator.hooks.requeue makes them.';
    this.#context.emit({ level: 'error', event: 'hook-unavailable', message, hook, calls, reference });
  }
}

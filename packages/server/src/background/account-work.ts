import { sealStaleBeneficiaries } from '../engine/beneficiaries.ts';
import { refundSecondPayment } from '../operations/second-payment-refund.ts';
import type { PaymentContext } from '../engine/payment-context.ts';
import { DueHooks, HookRegistry } from '../hooks/queue.ts';
import { runHook } from '../hooks/run.ts';
import type { HookOfPayment } from '../model/hook.ts';
import { Auditor } from '../operator/audit.ts';
import { Inbox, type InboxSlots } from '../sync/inbox.ts';
import { CallbackWatch } from './callback-watch.ts';
import { Rechecks, sweep, type AcquireQueries } from './sweep.ts';
import type { RequestTasks } from './request-tasks.ts';

/** What the work of an account uses of its process. */
export interface WorkOptions {
  /** Tracks running work. `close` waits for it. */
  readonly trackTask: (task: Promise<unknown>) => void;
  readonly trackInRequest: RequestTasks['add'];
  /** The days for which timeline entries are kept. */
  readonly timelineDays: number;
  /** The queries that the inboxes of the process share. */
  readonly inboxSlots: InboxSlots;
}

/** The work of one account outside of requests. */
export class AccountWork {
  readonly callbackWatch: CallbackWatch = new CallbackWatch();
  readonly context: PaymentContext;
  readonly inbox: Inbox;
  readonly auditor: Auditor;
  readonly registry: HookRegistry;
  readonly dueHooks: DueHooks;
  readonly #trackTask: WorkOptions['trackTask'];
  readonly #rechecks = new Rechecks();

  constructor(context: PaymentContext, { trackTask, trackInRequest, timelineDays, inboxSlots }: WorkOptions) {
    this.context = context;
    this.#trackTask = trackTask;
    this.inbox = new Inbox(context, { trackTask, trackInRequest, slots: inboxSlots });
    this.auditor = new Auditor(context, timelineDays);
    this.registry = new HookRegistry(context);
    this.dueHooks = new DueHooks(context, this.registry, { trackTask, run: runCall });
  }

  /** Runs one sweep. Resolves with true when more work may be due. */
  sweep(acquireQueries: AcquireQueries): Promise<boolean> {
    const { callbackWatch, inbox } = this;
    return sweep(this.context, { callbackWatch, inbox, rechecks: this.#rechecks, acquireQueries });
  }

  /** Starts the hooks that are due, without waiting for them. */
  readonly startDueHooks = (): void => this.#trackTask(this.dueHooks.startDue());

  /** Audits the store, and encrypts beneficiaries whose key was replaced. */
  async runHourlyTasks(): Promise<void> {
    await sealStaleBeneficiaries(this.context);
    await this.auditor.audit();
  }

  /** Continues the work that waited for the gateway. */
  async resume(): Promise<void> {
    this.inbox.resume();
    await this.context.unconfirmedLeases.release();
  }
}

function runCall(context: PaymentContext, call: HookOfPayment): Promise<unknown> {
  return (call.hook.name === 'refundSecondPayment' ? refundSecondPayment : runHook)(context, call);
}

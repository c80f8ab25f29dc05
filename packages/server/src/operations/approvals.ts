import { InvalidRequestError, moneyText, Redacted } from '@pgw/protocol';
import * as z from '@pgw/protocol/zod';
import { openText, sealText } from '../engine/sealed-text.ts';
import { nameActor, runAs } from '../engine/actor.ts';
import { maskBeneficiary } from '../engine/beneficiaries.ts';
import { createNote, type PaymentContext, type AccountOption, quoteText } from '../engine/payment-context.ts';
import type { Approval, ApprovalState, Person, StoredApproval } from '../model/approval.ts';
import type { Operation } from '../model/operations/operation.ts';
import { createRefund, type RefundOptions } from './kinds/refund.ts';
import { createPayout } from './kinds/payout/payout.ts';
import { createPayoutRequest, type PayoutRequestOptions } from './kinds/payout/payout-request.ts';
import { createOperationError, requireOperationId } from './kind.ts';

/** The options of `operator.approvals.request`: a refund or a payout, and the person who requests it. */
export interface ApprovalRequest extends AccountOption {
  /** The refund. */
  readonly refund?: (Omit<RefundOptions, 'account'> & { readonly amount: number }) | undefined;
  /** The payout. */
  readonly payout?: Omit<PayoutRequestOptions, 'account'> | undefined;
  /** The person who requests it. */
  readonly by: Person;
}

/** The options of `operator.approvals.approve`. */
export interface ApproveOptions extends AccountOption {
  /** The person who approves it. Their id differs from that of the person who has requested it. */
  readonly by: Person;
}

/** The options of `operator.approvals.reject`. */
export interface RejectOptions extends ApproveOptions {
  /** Stored with the request, and written to the timeline of the payment. */
  readonly reason: string;
}

/** Refunds and payouts that a second person must approve. The checkout requires no approval itself: the back office does. */
export interface OperatorApprovals {
  /**
   * Stores a refund or a payout until a second person approves it. Nothing is sent. `id` is the idempotency key of the operation.
   *
   * @throws InvalidRequestError when the id belongs to another request or to an operation, or there is no such payment.
   */
  request(id: string, options: ApprovalRequest): Promise<Approval>;
  /**
   * Requests the operation of an approved request, once: the id of the request is that of the operation. After a crash between both, a
   * further call of any person but the first requests it.
   *
   * @throws InvalidRequestError when the request was rejected, the person has requested it, or the operation is refused by a rule,
   * such as the remaining amount. The request is then rejected.
   */
  approve(id: string, options: ApproveOptions): Promise<Operation>;
  /**
   * Rejects a request. The person who has requested it can reject it too.
   *
   * @throws InvalidRequestError when it is approved or rejected already, or the reason is empty.
   */
  reject(id: string, options: RejectOptions): Promise<Approval>;
  /** Resolves with the request that has this id, or with undefined. */
  get(id: string, options?: AccountOption): Promise<Approval | undefined>;
  /** The requests in these states, newest first, at most 100. Default: `waiting` and `approved`. */
  list(
    options?: AccountOption & { readonly states?: readonly ApprovalState[] | undefined },
  ): Promise<Approval[]>;
}

const openStates: readonly ApprovalState[] = ['waiting', 'approved'];

/** Creates `operator.approvals`. */
export function createApprovals(context: PaymentContext): OperatorApprovals {
  const { store } = context;
  return {
    request: (id, options) => requestApproval(context, id, options),
    approve: (id, options) => approve(context, id, options),
    reject: (id, options) => reject(context, id, options),
    get: async (id) => {
      const approval = await store.find('approval', id);
      return approval && toPublic(context, approval);
    },
    list: async ({ states = openStates } = {}) =>
      (await store.search('approvals', { states })).map((approval) => toPublic(context, approval)),
  };
}

async function requestApproval(
  context: PaymentContext,
  id: string,
  { refund, payout, by }: ApprovalRequest,
): Promise<Approval> {
  const { store } = context;
  const subject =
    refund === undefined ? describePayout(context, id, payout) : await describeRefund(context, refund);
  const { kind, reference } = subject;
  requireOperationId({ kind, reference: reference ?? id }, id);
  if ((await store.find('operation', id)) !== undefined)
    throw createApprovalError(id, 'the id belongs to an operation');
  const approval: StoredApproval = {
    id,
    ...subject,
    state: 'waiting',
    requestedById: by.id,
    requestedBy: by.name,
    requestedAt: context.now(),
    decidedById: null,
    decidedBy: null,
    decidedAt: null,
    reason: null,
    request: seal(context, id, { refund, payout }),
  };
  if (await store.insert('approval', approval)) {
    const text = `Requested a ${kind} of ${moneyText(approval)}, which a second person must approve.`;
    await writeNote(context, approval, by, text);
    return toPublic(context, approval);
  }
  const stored = await store.find('approval', id);
  const isSame = stored?.kind === kind && stored.reference === reference && stored.amount === approval.amount;
  if (stored === undefined || !isSame) throw createApprovalError(id, 'the id belongs to another request');
  return toPublic(context, stored);
}

type Subject = Pick<StoredApproval, 'kind' | 'reference' | 'amount' | 'currencyCode'>;

async function describeRefund(
  context: PaymentContext,
  { reference, amount }: NonNullable<ApprovalRequest['refund']>,
): Promise<Subject> {
  const payment = await context.store.find('payment', reference);
  if (payment === undefined)
    throw createOperationError({ kind: 'refund', reference }, 'there is no such payment');
  return { kind: 'refund', reference: payment.reference, amount, currencyCode: payment.currencyCode };
}

function describePayout(context: PaymentContext, id: string, payout: ApprovalRequest['payout']): Subject {
  if (payout === undefined) throw createApprovalError(id, 'refund or payout is required');
  createPayoutRequest(context, context.references.createForPayout(''), payout);
  const { amount, currencyCode } = payout;
  return { kind: 'payout', reference: null, amount, currencyCode };
}

async function approve(context: PaymentContext, id: string, { by }: ApproveOptions): Promise<Operation> {
  const { store } = context;
  const approval = await requireApproval(context, id);
  const { state, requestedById, requestedBy } = approval;
  if (requestedById === by.id)
    throw createApprovalError(id, 'the person who has requested it cannot approve it; another person must');
  if (state === 'rejected') throw createApprovalError(id, 'it was rejected');
  if (state === 'done') return requireOperation(context, id);
  if (state === 'waiting') {
    const decision = { decidedById: by.id, decidedBy: by.name, decidedAt: context.now() };
    // Another person has decided in the meantime: read the decision.
    if (
      !(await store.change('approval', id, {
        from: { state: 'waiting' },
        to: { state: 'approved', ...decision },
      }))
    )
      return approve(context, id, { by });
  }
  const { decidedBy } = await requireApproval(context, id);
  const names = `${requestedBy}, approved by ${decidedBy ?? by.name}`;
  try {
    const operation = await runAs(names, () => requestStored(context, approval));
    await store.change('approval', id, { from: { state: 'approved' }, to: { state: 'done', request: null } });
    return operation;
  } catch (error) {
    // Nothing was sent. With any other error, the outcome is in the operation, or the store could not be used.
    if (error instanceof InvalidRequestError)
      await store.change('approval', id, {
        from: { state: 'approved' },
        to: {
          state: 'rejected',
          reason: quoteText(error.message),
          request: null,
        },
      });
    throw error;
  }
}

async function requestStored(context: PaymentContext, { id, request }: StoredApproval): Promise<Operation> {
  // Another process has requested it.
  if (request === null) return requireOperation(context, id);
  const { refund, payout } = open(context, id, request);
  if (refund !== undefined) return createRefund(context, id, refund);
  // Sealed by `requestApproval`, which requires one of both.
  return createPayout(context, id, payout as PayoutRequestOptions);
}

async function reject(context: PaymentContext, id: string, { by, reason }: RejectOptions): Promise<Approval> {
  const approval = await requireApproval(context, id);
  if (reason.trim() === '') throw createApprovalError(id, 'a reason is required');
  const change = {
    state: 'rejected',
    decidedById: by.id,
    decidedBy: by.name,
    decidedAt: context.now(),
    reason: quoteText(reason),
    request: null,
  } as const;
  if (!(await context.store.change('approval', id, { from: { state: 'waiting' }, to: change })))
    throw createApprovalError(id, 'it was approved or rejected already');
  await writeNote(
    context,
    approval,
    by,
    `Rejected the ${approval.kind} of ${moneyText(approval)}: ${change.reason}`,
  );
  return toPublic(context, { ...approval, ...change });
}

async function writeNote(
  context: PaymentContext,
  { reference, id, kind }: StoredApproval,
  by: Person,
  text: string,
): Promise<void> {
  const note = runAs(by.name, () =>
    createNote(
      context,
      { reference: reference ?? id },
      {
        source: kind === 'payout' ? 'payout' : 'operator',
        kind: 'operation-changed',
        text: kind === 'payout' ? nameActor(text) : text,
      },
    ),
  );
  await context.store.commit({ notes: [note] });
}

async function requireApproval({ store }: PaymentContext, id: string): Promise<StoredApproval> {
  const approval = await store.find('approval', id);
  if (approval === undefined) throw createApprovalError(id, 'there is no such request');
  return approval;
}

async function requireOperation({ store }: PaymentContext, id: string): Promise<Operation> {
  const operation = await store.find('operation', id);
  if (operation === undefined) throw createApprovalError(id, 'it has no operation');
  return operation;
}

function createApprovalError(id: string, message: string): InvalidRequestError {
  return new InvalidRequestError(`Approval ${id}`, [{ path: '', message }], { ids: { approval: id } });
}

function toPublic(context: PaymentContext, { request, ...approval }: StoredApproval): Approval {
  const { refund, payout } = (request === null ? undefined : tryOpen(context, approval.id, request)) ?? {};
  return {
    ...approval,
    beneficiary: payout === undefined ? null : maskBeneficiary(payout.beneficiary),
    purpose: refund?.reason ?? payout?.description ?? null,
  };
}

type Requested = Pick<ApprovalRequest, 'refund' | 'payout'>;

const keyName = 'approvals';

/** The bank account of a beneficiary must not be in a copy of the database. */
function seal({ gateway }: PaymentContext, id: string, request: Requested): string {
  return sealText(new Redacted(JSON.stringify(request)), gateway.deriveKey(keyName), id);
}

const requested = z.object({ refund: z.unknown(), payout: z.unknown() }).partial();

/** Undefined if no key decrypts it. */
function tryOpen({ gateway }: PaymentContext, id: string, sealed: string): Requested | undefined {
  const text = openText(sealed, [gateway.deriveKey(keyName), ...gateway.derivePreviousKeys(keyName)], id);
  // The text was sealed by this module, and its tag is valid.
  return text && (requested.parse(JSON.parse(text.reveal())) as Requested);
}

function open(context: PaymentContext, id: string, sealed: string): Requested {
  const opened = tryOpen(context, id, sealed);
  if (opened !== undefined) return opened;
  throw createApprovalError(id, 'it was encrypted with another secret key; reject it, and request it again');
}

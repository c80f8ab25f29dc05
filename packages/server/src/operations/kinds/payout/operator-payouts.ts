import { GatewayFaultError, type ProviderChannel } from '@pgw/protocol';
import {
  type PaymentContext,
  type AccountOption,
  createNote,
  quoteText,
} from '../../../engine/payment-context.ts';
import { createOperationError } from '../../kind.ts';
import type { Operation } from '../../../model/operations/operation.ts';
import type { OperationFilter } from '../../../model/ports/kinds.ts';
import { resolveOperation, type ResolveOperationOptions } from '../../resolve.ts';
import { createPayout, syncPayout } from './payout.ts';
import type { Note } from '../../../model/payments/timeline.ts';
import type { PayoutBank, PayoutBeneficiary } from '../../../model/operations/payouts.ts';
import { createPayoutRequest, requirePayoutOptions, type PayoutRequestOptions } from './payout-request.ts';

/** The payouts of an operator. They need the option `payouts` of `createCheckout`. */
export interface OperatorPayouts {
  /**
   * Sends money to a beneficiary. See `PayoutRequestOptions`. The payout is stored, sent once, and queried until its
   * outcome is final. `id` is the idempotency key: 8 to 64 characters of A-Z a-z 0-9 - _. Make a new id for each
   * payout: a repeated id returns the first payout.
   */
  create(id: string, options: PayoutRequestOptions): Promise<Operation>;
  /**
   * Checks a payout without sending it. Throws an InvalidRequestError with the fields of the options that the gateway
   * would refuse. With several accounts, it returns a promise, which rejects.
   */
  validate(options: PayoutRequestOptions): void | Promise<void>;
  /** Resolves with the payout that has this id, or with undefined. */
  get(id: string, options?: AccountOption): Promise<Operation | undefined>;
  /** What happened to a payout, oldest first. */
  timeline(id: string, options?: AccountOption): Promise<Note[]>;
  /** The payouts that match a filter, newest first. */
  list(filter?: AccountOption & Omit<OperationFilter, 'kind' | 'notSealedWith'>): Promise<Operation[]>;
  /** The banks to which the gateway can pay out. */
  banks(options?: AccountOption): Promise<readonly PayoutBank[]>;
  /** Queries the outcome now. A payout whose response was lost is searched in the history of the payout wallets. */
  sync(id: string, options?: AccountOption): Promise<Operation>;
  /** Stores the outcome of a payout that the gateway does not report. */
  resolve(id: string, options: ResolveOperationOptions): Promise<Operation>;
  /**
   * Resolves with the whole beneficiary of a payout, and writes an entry with the reason to its timeline. The results of the other
   * methods have the number and the name masked.
   *
   * @throws InvalidRequestError when there is no such payout, it has no beneficiary any more, no key decrypts it, or the reason is empty.
   */
  reveal(id: string, options: RevealOptions): Promise<PayoutBeneficiary>;
}

/** The options of `operator.payouts.reveal`. */
export interface RevealOptions extends AccountOption {
  /** Written to the timeline. */
  readonly reason: string;
}

/** Creates the payouts of an operator. */
export function createOperatorPayouts(context: PaymentContext): OperatorPayouts {
  const find = async (id: string): Promise<Operation | undefined> => {
    const operation = await context.store.find('operation', id);
    return operation?.kind === 'payout' ? operation : undefined;
  };
  const require = async (id: string): Promise<Operation> => {
    const payout = await find(id);
    if (payout !== undefined) return payout;
    throw createOperationError({ kind: 'payout', reference: id }, 'there is no payout with this id');
  };
  const mask = (payout: Operation): Operation => context.beneficiaries.mask(payout);
  return {
    create: async (id, options) => mask(await createPayout(context, id, options)),
    validate: (options) => {
      createPayoutRequest(context, context.references.createForPayout(''), options);
    },
    get: async (id) => {
      const payout = await find(id);
      return payout && mask(payout);
    },
    list: async (filter = {}) =>
      (await context.store.search('operations', { ...filter, kind: 'payout' })).map(mask),
    banks: () => listPayoutBanks(context),
    sync: async (id) => mask(await syncPayout(context, await require(id))),
    resolve: async (id, options) => mask(await resolveOperation(context, { kind: 'payout', id }, options)),
    reveal: async (id, options) => revealBeneficiary(context, await require(id), options),
    timeline: async (id) => {
      const payout = await find(id);
      const notes = await context.store.list('notes', payout?.reference ?? id);
      return payout === undefined ? notes : [...(await context.store.list('notes', id)), ...notes];
    },
  };
}

/**
 * Returns the banks of payouts, sorted by name: the configured banks, or those of the gateway (`paths.getPayoutBanks` of
 * the profile). If the gateway has no list for the payout channel, the banks of payments are returned, which have the
 * same codes. Empty when the gateway has no list of banks.
 *
 * @throws PgwError when the gateway does not respond.
 */
async function listPayoutBanks(context: PaymentContext): Promise<readonly PayoutBank[]> {
  const { banks } = requirePayoutOptions(context);
  if (banks !== undefined) return banks;
  const { gateway } = context;
  const channelId = gateway.profile.payoutChannelId[gateway.environment];
  const payoutBanks = await readBanks(gateway.getPayoutBanks({ channelId }));
  if (payoutBanks.length > 0) return payoutBanks;
  const channel = (await gateway.getChannels()).find(({ isProviderHostChannel }) => isProviderHostChannel);
  return channel === undefined ? [] : readBanks(gateway.getProviderChannels({ channelId: channel.id }));
}

/** Waits for a list of banks. It is empty when the gateway refuses the request. */
async function readBanks(request: Promise<ProviderChannel[]>): Promise<PayoutBank[]> {
  const channels = await request.catch((error: unknown): ProviderChannel[] => {
    if (error instanceof GatewayFaultError) return [];
    throw error;
  });
  return channels
    .map(({ id, name, displayName }) => ({ code: id, name: displayName ?? name ?? id }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Decrypts the beneficiary of a payout, after an entry in its timeline was stored. */
async function revealBeneficiary(
  context: PaymentContext,
  payout: Operation,
  { reason }: { readonly reason: string },
): Promise<PayoutBeneficiary> {
  if (reason.trim() === '') throw createOperationError(payout, 'a reason is required');
  if (payout.beneficiary === null) throw createOperationError(payout, 'the store has no beneficiary of it');
  const beneficiary = context.beneficiaries.open(payout);
  if (beneficiary === undefined)
    throw createOperationError(
      payout,
      'no key decrypts its beneficiary; add the earlier key to payouts.encryptionKey, or the earlier secret key to the client',
    );
  const text = `The beneficiary was revealed: ${quoteText(reason)}`;
  const note = createNote(context, payout, { source: 'operator', kind: 'beneficiary-revealed', text });
  await context.store.commit({ notes: [note] });
  return beneficiary;
}

import { createNote, type PaymentContext } from '../../../engine/payment-context.ts';
import type { PayoutBeneficiary } from '../../../model/operations/beneficiary.ts';
import type { Operation } from '../../../model/operations/operation.ts';
import { maxQuotedTextLength } from '../../../model/payments/timeline.ts';
import { createOperationError } from '../../kind.ts';

/** Decrypts the beneficiary of a payout, after an entry in its timeline was stored. */
export async function revealBeneficiary(
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
  const text = `The beneficiary was revealed: ${reason.slice(0, maxQuotedTextLength)}`;
  const note = createNote(context, {
    reference: payout.reference,
    source: 'operator',
    kind: 'beneficiary-revealed',
    text,
  });
  await context.store.commit({ notes: [note] });
  return beneficiary;
}

const pageSize = 100;

/** Encrypts beneficiaries with the first key that have another key, or that an earlier version has not encrypted. */
export async function sealStaleBeneficiaries({ store, beneficiaries }: PaymentContext): Promise<void> {
  const { keyId } = beneficiaries;
  for (let after: Operation | undefined; ;) {
    const payouts = await store.search('operations', { notSealedWith: keyId, after, limit: pageSize });
    for (const operation of payouts) {
      const opened = beneficiaries.open(operation);
      // Without its key, it stays as it is. After a concurrent change, the next hour tries again.
      if (opened === undefined) continue;
      const change = { beneficiary: beneficiaries.seal(operation.id, opened) };
      await store.commit({ operations: { change: [{ operation, change }] } });
    }
    if (payouts.length < pageSize) return;
    after = payouts.at(-1);
  }
}

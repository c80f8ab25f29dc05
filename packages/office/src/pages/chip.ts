import { renderChip as renderChipOfKit, type Chip, type Html } from '@pgw/pages';
import { t } from '../language/language.ts';
import type { Payment } from '@pgw/server';

export type { Chip };

/** Renders a chip. Its label is translated. */
export function renderChip(chip: Chip): Html {
  return renderChipOfKit({ ...chip, label: t(chip.label) });
}

const paymentChips: Readonly<Record<string, Chip>> = {
  created: { label: 'Created', tone: 'info', icon: 'clock' },
  unknown: { label: 'Start unclear', tone: 'warning', icon: 'question' },
  refused: { label: 'Rejected', tone: 'danger', icon: 'cross' },
  open: { label: 'Pending', tone: 'info', icon: 'clock' },
  paid: { label: 'Paid', tone: 'success', icon: 'tick' },
  authorized: { label: 'Card authorized', tone: 'info', icon: 'card' },
  verified: { label: 'Verified', tone: 'info', icon: 'card' },
  failed: { label: 'Failed', tone: 'danger', icon: 'cross' },
  canceled: { label: 'Cancelled', tone: 'neutral', icon: 'bar' },
  expired: { label: 'Expired', tone: 'warning', icon: 'hourglass' },
  refunding: { label: 'Refunding', tone: 'warning', icon: 'back' },
  refunded: { label: 'Refunded', tone: 'neutral', icon: 'back' },
  reversed: { label: 'Money taken back', tone: 'danger', icon: 'alert' },
  review: { label: 'In review', tone: 'danger', icon: 'alert' },
};

const refundChips: Readonly<Record<string, Chip>> = {
  requested: { label: 'Requested', tone: 'info', icon: 'clock' },
  unknown: { label: 'Response lost', tone: 'warning', icon: 'question' },
  processing: { label: 'Processing', tone: 'warning', icon: 'clock' },
  done: { label: 'Done', tone: 'success', icon: 'tick' },
  failed: { label: 'Failed', tone: 'danger', icon: 'cross' },
  refused: { label: 'Rejected', tone: 'danger', icon: 'cross' },
  reversed: { label: 'Reversed', tone: 'danger', icon: 'cross' },
};

const captureChips: Readonly<Record<string, Chip>> = {
  requested: { label: 'Requested', tone: 'info', icon: 'clock' },
  unknown: { label: 'Response lost', tone: 'warning', icon: 'question' },
  done: { label: 'Charged', tone: 'success', icon: 'tick' },
  refused: { label: 'Rejected', tone: 'danger', icon: 'cross' },
};

/** Returns the chip for the state of a charge. */
export function getCaptureChip(state: string): Chip {
  return captureChips[state] ?? { label: state, tone: 'neutral', icon: 'question' };
}

/** Returns the chip for the state of a payment. */
export function getPaymentChip(state: string): Chip {
  return paymentChips[state] ?? { label: state, tone: 'neutral', icon: 'question' };
}

export const unpaidChip: Chip = { label: 'Not paid', tone: 'neutral', icon: 'bar' };

/** Returns the chip of a payment. A payment whose card was never sent can charge nothing. */
export function getChipOfPayment({ state, card }: Pick<Payment, 'state' | 'card'>): Chip {
  const isUndecided = state === 'created' || state === 'unknown' || state === 'open';
  return isUndecided && card?.state === 'awaited' ? unpaidChip : getPaymentChip(state);
}

/** Returns the chip for the state of a refund. */
export function getRefundChip(state: string): Chip {
  return refundChips[state] ?? { label: state, tone: 'neutral', icon: 'question' };
}

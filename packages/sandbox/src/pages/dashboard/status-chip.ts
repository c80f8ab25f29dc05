import { paymentStatus } from '@pgw/protocol';
import { paymentStatusNumber, refundStatusNumber } from '../../catalogue/status-numbers.ts';
import { renderChip, type Chip, type Html } from '@pgw/pages';

const chips: Readonly<Record<number, Chip>> = {
  [paymentStatusNumber.pending]: { label: 'Pending', tone: 'info', icon: 'clock' },
  [paymentStatusNumber.success]: { label: 'Success', tone: 'success', icon: 'tick' },
  [paymentStatusNumber.failed]: { label: 'Failed', tone: 'danger', icon: 'cross' },
  [paymentStatusNumber.canceled]: { label: 'Cancelled', tone: 'neutral', icon: 'bar' },
  [paymentStatusNumber.limitExceeded]: { label: 'Over limit', tone: 'danger', icon: 'cross' },
  [paymentStatusNumber.minimumNotMet]: { label: 'Below minimum', tone: 'danger', icon: 'cross' },
  [paymentStatusNumber.insufficientFunds]: { label: 'Insufficient funds', tone: 'danger', icon: 'cross' },
  [paymentStatusNumber.invalidTransaction]: { label: 'Invalid', tone: 'danger', icon: 'cross' },
  [paymentStatusNumber.userCanceled]: { label: 'User cancelled', tone: 'neutral', icon: 'bar' },
  [paymentStatusNumber.authorized]: { label: 'Authorized', tone: 'info', icon: 'card' },
  [paymentStatusNumber.expired]: { label: 'Expired', tone: 'warning', icon: 'clock' },
  [refundStatusNumber.refunded]: { label: 'Refunded', tone: 'neutral', icon: 'back' },
  [refundStatusNumber.processing]: { label: 'Refunding', tone: 'warning', icon: 'back' },
  [refundStatusNumber.failed]: { label: 'Refund failed', tone: 'danger', icon: 'cross' },
  [refundStatusNumber.refundedWithCharges]: { label: 'Refunded less charges', tone: 'neutral', icon: 'back' },
  [refundStatusNumber.reversed]: { label: 'Refund reversed', tone: 'danger', icon: 'cross' },
  [refundStatusNumber.voided]: { label: 'Voided', tone: 'neutral', icon: 'back' },
};

/** An undocumented status is a number. */
export function renderStatusChip(status: number, name = paymentStatus(status).name): Html {
  const undocumentedChip: Chip = { label: `Status ${status}`, tone: 'neutral', icon: 'question' };
  return renderChip({ ...(chips[status] ?? undocumentedChip), title: `${status} ${name}` });
}

/** The meaning of a refund status (interface document, section "Refund status"). */
export interface RefundStatusInfo {
  /** Name of the status, such as `ProcessingRefund`. `Unknown` for a number that is not in the table. */
  readonly name: string;
  /**
   * False while the provider processes the refund, and for an unknown status. In both cases, query the refund
   * again.
   */
  readonly isFinal: boolean;
  /** True when the shopper has received the money or will receive it. */
  readonly isReturned: boolean;
}

const statuses: Readonly<Record<number, RefundStatusInfo>> = {
  11: { name: 'Refunded', isFinal: true, isReturned: true },
  12: { name: 'ProcessingRefund', isFinal: false, isReturned: false },
  13: { name: 'FailedRefund', isFinal: true, isReturned: false },
  16: { name: 'RefundWithCharges', isFinal: true, isReturned: true },
  17: { name: 'RefundReverse', isFinal: true, isReturned: false },
  18: { name: 'Voided', isFinal: true, isReturned: true },
};

/**
 * Returns the name and the meaning of a refund status. An unknown number has the name `Unknown` and is not
 * final.
 */
export function refundStatus(status: number): RefundStatusInfo {
  return statuses[status] ?? { name: 'Unknown', isFinal: false, isReturned: false };
}

/** What a refund status means: interface, section "Refund status". */
export interface RefundStatusInfo {
  readonly name: string;
  /** False only while the provider is still working on it: ask again with the refund query. */
  readonly isFinal: boolean;
  /** True when the customer has, or will have, the money. */
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

/** Name and meaning of a refund status. A number that is not in the table is `Unknown` and not final. */
export function refundStatus(status: number): RefundStatusInfo {
  return statuses[status] ?? { name: 'Unknown', isFinal: false, isReturned: false };
}

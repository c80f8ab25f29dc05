// Exports payments of a store that makes its rows, and prints the number of rows and the largest heap in MB.
import { exportRecords } from '../../src/reconciliation/export-records.ts';
import type { Payment } from '../../src/index.ts';
import type { PaymentFilter, Searched } from '../../src/model/ports/kinds.ts';

const count = Number(process.argv[2]);
const start = Date.parse('2026-01-01');
const createPayment = (n: number) => ({
  reference: `ORDER-${n}`,
  orderId: `order-${n}`,
  transactionNumber: `2005${n}`,
  channel: { id: 5, name: 'KilatPay', imageUrl: null },
  currencyCode: 'MYR',
  amount: 1_000 + n,
  state: 'paid',
  capturedAmount: null,
  createdAt: start + (count - n),
  stateChangedAt: start + (count - n),
});
const store = {
  search: (kind: keyof Searched, { after, states }: PaymentFilter) => {
    // No payment was reversed.
    if (kind !== 'payments' || states !== undefined) return Promise.resolve([]);
    const first = after === undefined ? 0 : Number(after.reference.slice(6)) + 1;
    const length = Math.max(0, Math.min(500, count - first));
    // The export reads no other fields of a payment.
    return Promise.resolve(
      Array.from({ length }, (_, n) => createPayment(first + n)) as unknown as Payment[],
    );
  },
  list: () => Promise.resolve([]),
};

let rows = 0;
let sum = 0;
let maxHeap = 0;
for await (const { amount } of exportRecords(store, { from: start, to: start + 10 * 86_400_000 })) {
  rows += 1;
  sum += amount;
  if (rows % 10_000 === 0) maxHeap = Math.max(maxHeap, process.memoryUsage().heapUsed);
}
process.stdout.write(`${JSON.stringify({ rows, sum, heapMb: Math.round(maxHeap / 1e6) })}\n`);

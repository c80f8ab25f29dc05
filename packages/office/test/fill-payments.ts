/** Runs a statement of a database, and returns its rows. */
export type RunStatement = (text: string, values?: readonly (string | number)[]) => Promise<Row[]>;
type Row = Record<string, unknown>;

interface Filling {
  /** The reference of the stored payment that is copied, with its timeline, operations and hooks. */
  readonly reference: string;
  readonly count: number;
  /** Each n-th copy gets the state `review`, in which a clerk must decide. Default: none. */
  readonly inReviewEach?: number;
}

/** What a copy has instead of the values of its payment. `n.i` is its number. */
const changes: Readonly<Record<string, string>> = {
  reference: `p.reference || '-' || n.i`,
  reference_key: `p.reference_key || '-' || n.i`,
  order_id: `p.order_id || '-' || n.i`,
  attempt: `p.attempt || '-' || n.i`,
  transaction_number: `p.transaction_number || n.i`,
  created_at: 'p.created_at - n.i * 60000',
};
const changesOfRows: Readonly<Record<string, string>> = {
  id: `p.id || '-' || n.i`,
  key: `p.key || '-' || n.i`,
  short_id: `p.short_id || '-' || n.i`,
  reference: changes['reference'] ?? '',
  reference_key: changes['reference_key'] ?? '',
};

/** Fills a store with copies of a payment, by one statement a table, because 20,000 payments by HTTP would take an hour. */
export async function fillPayments(
  run: RunStatement,
  { reference, count, inReviewEach }: Filling,
): Promise<void> {
  const numbers = `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n) as n`;
  for (const table of ['pgw_payments', 'pgw_notes', 'pgw_operations', 'pgw_hooks']) {
    const isPayment = table === 'pgw_payments';
    const of = `${isPayment ? '' : 'reference_key in (select reference_key from pgw_payments where '}reference = '${reference}'${isPayment ? '' : ')'}`;
    const [row] = await run(`select * from ${table} where ${of} limit 1`);
    if (row === undefined) continue;
    const columns = Object.keys(row);
    const values = columns.map((name) => {
      if (isPayment && name === 'state' && inReviewEach !== undefined)
        return `case when n.i % ${inReviewEach} = 0 then 'review' else p.state end`;
      return (isPayment ? changes : changesOfRows)[name] ?? `p.${name}`;
    });
    await run(
      `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from ${table} p, ${numbers} where p.${of}`,
    );
  }
}

import type { DatabaseSync } from 'node:sqlite';
import { getActor } from './actor.ts';

/** The columns from which the triggers of a table take the data of a change. */
interface RecordedTable {
  readonly record: string;
  readonly number: string;
  readonly subject: string;
  readonly status: string | null;
  readonly currencyCode: string;
}

const own = { status: 'status', currencyCode: 'NEW.currencyCode' };
const tables: Readonly<Record<string, RecordedTable>> = {
  payments: { record: 'payment', number: 'transactionNumber', subject: 'transactionNumber', ...own },
  sessions: { record: 'session', number: 'sessionNumber', subject: 'sessionNumber', ...own },
  refunds: { record: 'refund', number: 'refundNumber', subject: 'transactionNumber', ...own },
  payouts: { record: 'payout', number: 'transactionNumber', subject: 'transactionNumber', ...own },
  captures: {
    record: 'capture',
    number: 'captureNumber',
    subject: 'transactionNumber',
    status: null,
    currencyCode: '(SELECT currencyCode FROM payments WHERE transactionNumber = NEW.transactionNumber)',
  },
};

/** Records each new record and each change of a status. Temporary, because they use functions of this process. */
export function createChangeTriggers(
  database: DatabaseSync,
  { now, onRecord }: { readonly now: () => number; readonly onRecord: () => void },
): void {
  database.function('activityActor', () => getActor());
  database.function('activityTime', () => {
    onRecord();
    return now();
  });
  for (const [table, columns] of Object.entries(tables)) {
    const { status } = columns;
    createTrigger(database, { name: `${table}Inserted`, event: `INSERT ON ${table}`, columns, from: 'NULL' });
    if (status === null) continue;
    const event = `UPDATE OF ${status} ON ${table} WHEN OLD.${status} <> NEW.${status}`;
    createTrigger(database, { name: `${table}Changed`, event, columns, from: `OLD.${status}` });
  }
}

function createTrigger(
  database: DatabaseSync,
  trigger: {
    readonly name: string;
    readonly event: string;
    readonly columns: RecordedTable;
    readonly from: string;
  },
): void {
  const { record, number, subject, status, currencyCode } = trigger.columns;
  database.exec(`
    CREATE TEMP TRIGGER ${trigger.name} AFTER ${trigger.event} BEGIN
      INSERT INTO activities (at, actor, kind, subject, data) VALUES (
        activityTime(), activityActor(), 'change', NEW.${subject},
        json_object('record', '${record}', 'number', NEW.${number}, 'from', ${trigger.from},
          'to', ${status === null ? 'NULL' : `NEW.${status}`}, 'amount', NEW.amount, 'currencyCode', ${currencyCode})
      );
    END`);
}

import { normalizeReference } from '@pgw/protocol';
import { sql } from 'kysely';
import type { StoredDiscrepancy } from '../../../../model/payments/discrepancy.ts';
import { openStates, type Operation } from '../../../../model/operations/operation.ts';
import type { OperationFilter, OperationStore } from '../../../../model/ports/operation-store.ts';
import type { LeaseRequest } from '../../../../model/ports/store.ts';
import { longestIntervalsMs } from '../../../../model/schedule.ts';
import { leaseDue, type LeaseSource } from '../../rows/leases.ts';
import { tables } from '../../schema.ts';
import type { Connection } from '../../connection.ts';
import { findOperationRow } from './operation-rows.ts';

/** Creates the methods of a SQL store for operations. */
export function createOperationStore(connection: Connection): OperationStore {
  return {
    findOperation: (id) => connection.run((db) => findOperationRow(db, id)),
    findOperations: (filter) => findOperations(connection, filter),
    listDiscrepancies: (filter) => listDiscrepancies(connection, filter),
  };
}

/** Leases operations whose next query is due. */
export async function leaseOperations(connection: Connection, options: LeaseRequest): Promise<Operation[]> {
  const rows = await leaseDue(connection, dueOperations, options);
  return rows.map((row) => tables.pgwOperations.schema.parse(row));
}

const dueOperations: LeaseSource = {
  table: 'pgwOperations',
  key: 'id',
  due: 'nextQueryAt',
  longestIntervalMs: longestIntervalsMs.query,
  counters: ['version'],
};

const defaultLimit = 50;
const maxLimit = 500;

function findOperations(
  connection: Connection,
  { kind, states, isOpen, before, after, limit = defaultLimit }: OperationFilter,
): Promise<Operation[]> {
  return connection.run(async (db) => {
    const rows = await db
      .selectFrom('pgwOperations')
      .selectAll()
      // This condition is that of the index.
      .where(sql<boolean>`created_at >= 0`)
      .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'refund'))
      .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
      // This condition is that of the index.
      .$if(isOpen === true, (query) =>
        query.where('nextQueryAt', 'is not', null).where('state', 'in', openStates),
      )
      .$if(before !== undefined, (query) => query.where('createdAt', '<', before ?? 0))
      .$if(after !== undefined, (query) =>
        query.where((expression) => {
          const { createdAt = 0, id = '' } = after ?? {};
          const hasSameTime = expression.and([
            expression('createdAt', '=', createdAt),
            expression('id', '>', id),
          ]);
          return expression.or([expression('createdAt', '<', createdAt), hasSameTime]);
        }),
      )
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .limit(Math.min(limit, maxLimit))
      .execute();
    return rows.map((row) => tables.pgwOperations.schema.parse(row));
  });
}

function listDiscrepancies(
  connection: Connection,
  { reference, limit }: Parameters<OperationStore['listDiscrepancies']>[0],
): Promise<StoredDiscrepancy[]> {
  return connection.run(async (db) => {
    const rows = await db
      .selectFrom('pgwDiscrepancies')
      .selectAll()
      .where('isAccepted', '=', 0)
      .$if(reference !== undefined, (query) =>
        query.where('referenceKey', '=', normalizeReference(reference ?? '')),
      )
      .orderBy('foundAt', 'desc')
      .orderBy('referenceKey')
      .limit(limit)
      .execute();
    return rows.map((row) => tables.pgwDiscrepancies.schema.parse(row));
  });
}

import { normalizeReference } from '@pgw/protocol';
import type { DatabaseSync } from 'node:sqlite';
import { Table } from '../database/table.ts';
import { usedReferenceTable } from './tables.ts';

/** The references that merchants have used. References that differ only in letter case are equal. */
export class UsedReferences extends Table<(typeof usedReferenceTable)['row']> {
  constructor(database: DatabaseSync) {
    super(database, usedReferenceTable);
  }

  has(tenantId: string, referenceCode: string): boolean {
    const parameters = { tenantId, reference: normalizeReference(referenceCode) };
    return this.count('tenantId = :tenantId AND reference = :reference', parameters) > 0;
  }

  /** Stores that a reference is used, within the caller's database transaction. Returns false when it was used before. */
  claim(tenantId: string, referenceCode: string): boolean {
    if (this.has(tenantId, referenceCode)) return false;
    this.insert({ tenantId, reference: normalizeReference(referenceCode) });
    return true;
  }
}

const tableUses = /\b(?:from|join|update|into) (?:only )?"?(pgw_\w+)"?/gi;
const sharedTables = new Set(['pgw_accounts', 'pgw_migrations']);
const conditions = /\baccount"? = /gi;
const insertedColumns = /\binto "?pgw_\w+"? \((?:[^)]*, )?"?account"?[,)]/gi;

/** Returns the statements that use a table of an account more often than they name the account. */
export function findStatementsWithoutAccount(texts: Iterable<string>): string[] {
  return [...new Set(texts)].filter((text) => {
    const uses = [...text.matchAll(tableUses)].filter(
      ([, name = '']) => !sharedTables.has(name.toLowerCase()),
    );
    const named = text.match(conditions)?.length ?? 0;
    const inserted = text.match(insertedColumns)?.length ?? 0;
    return uses.length > named + inserted && !/^\s*(?:create|drop|alter)\b/i.test(text);
  });
}

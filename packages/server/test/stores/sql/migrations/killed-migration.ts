// migrate.test.ts runs this file as a separate process. It opens a store, and is killed before the statement that begins
// with the given text.
import { DatabaseSync } from 'node:sqlite';
import { embeddedStore } from '../../../../src/stores/embedded.ts';

const [file = '', start = ''] = process.argv.slice(2);
// The lint rule refuses methods without their object. Each call below has one.
const { prepare } = DatabaseSync.prototype; // oxlint-disable-line typescript/unbound-method
DatabaseSync.prototype.prepare = function (sql) {
  if (sql.trim().startsWith(start)) process.kill(process.pid, 'SIGKILL');
  return prepare.call(this, sql);
};
await embeddedStore({ file }).open();

import { expect, test } from 'vitest';
import { requireNodeWithSqlite } from '../src/node-version.ts';

test.each(['22.13.0', '22.23.3', '23.5.0', '24.0.0', '24.21.0', '26.1.0'])(
  'requireNodeWithSqlite accepts Node %s, which has SQLite',
  (version) => {
    expect(() => requireNodeWithSqlite('@pgw/server', version)).not.toThrow();
  },
);

test.each(['18.20.0', '20.20.2', '22.0.0', '22.12.9', '23.0.0', '23.4.0'])(
  'requireNodeWithSqlite refuses Node %s, and names the required version',
  (version) => {
    expect(() => requireNodeWithSqlite('@pgw/server', version)).toThrow(
      `@pgw/server needs Node 22.13 or newer (for Node 23: 23.5 or newer). This is ${version}. Install a newer Node.`,
    );
  },
);

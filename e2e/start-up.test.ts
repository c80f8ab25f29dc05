import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { isNightly, selectCases } from '../scripts/nightly.ts';

const script = fileURLToPath(new URL('../scripts/demo/demo.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pgw-start-up-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface DemoExit {
  readonly code: number | null;
  readonly errors: string;
}

/** Runs the demo until it ends. */
async function runDemo(settings: Record<string, string>): Promise<DemoExit> {
  // Ports that no other test uses.
  const ports = { PGW_SHOP_PORT: '3977', PGW_SANDBOX_PORT: '4977', PGW_DATA: join(folder, 'data') };
  const program = spawn(process.execPath, [script], { env: { ...process.env, ...ports, ...settings } });
  let errors = '';
  program.stderr.on('data', (chunk) => (errors += String(chunk)));
  const [code] = (await once(program, 'close')) as [number | null];
  return { code, errors };
}

describe('the demo', () => {
  it.each(selectCases(['PGW_SHOP_PORT', 'PGW_SANDBOX_PORT'], 1))(
    'the demo reports that the port of %s is in use, and exits with 1',
    async (variable) => {
      const blockingServer = createServer().listen(0, '127.0.0.1');
      await once(blockingServer, 'listening');
      const address = blockingServer.address();
      const port = typeof address === 'object' && address !== null ? String(address.port) : '';
      const { code, errors } = await runDemo({ [variable]: port });
      blockingServer.close();
      expect({ code, errors }).toEqual({
        code: 1,
        errors: `Port ${port} of 127.0.0.1 is used by another program. Stop that program, or set ${variable} to a free port.\n`,
      });
    },
  );

  if (isNightly)
    it('the demo reports a data directory that it cannot write, and exits with 1', async () => {
      const occupied = join(folder, 'a-file');
      writeFileSync(occupied, '');
      const { code, errors } = await runDemo({ PGW_DATA: occupied });
      expect(code).toBe(1);
      expect(errors).toContain(occupied);
      expect(errors).not.toMatch(/\n\s+at /);
    });

  it('the demo reports the valid range of a port if the setting is not a number', async () => {
    expect(await runDemo({ PGW_SHOP_PORT: 'eighty' })).toEqual({
      code: 1,
      errors: 'PGW_SHOP_PORT is "eighty", but must be a port number from 1 to 65535.\n',
    });
  });
});

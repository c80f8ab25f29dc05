import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../../scripts/free-port.mjs';
import { skipBecause } from '../../../scripts/skip-because.ts';
import { createSandbox } from '../src/testing/index.ts';

// Runs the PHP code of docs/php.md.

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { stdout, error } = spawnSync(
  'php',
  ['-r', 'echo extension_loaded("mbstring") ? PHP_VERSION_ID : 0;'],
  {
    encoding: 'utf8',
  },
);
const reason =
  error === undefined && Number(stdout) >= 80_100
    ? undefined
    : 'The code of docs/php.md needs PHP 8.1 with mbstring: apt-get install php-cli php-mbstring.';

describe('docs/php.md', skipBecause(reason), () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pgw-php-'));
    const page = readFileSync(join(root, 'docs/php.md'), 'utf8');
    for (const [, code = '', name = ''] of page.matchAll(/^```php\n(<\?php\n\/\/ ([\w.]+)\n[\s\S]*?)^```$/gm))
      writeFileSync(join(folder, name), code);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs PHP code after the signer, with a text as its input. */
  const runPhp = (code: string, input: string): string => {
    const program = `require '${join(folder, 'PgwSignature.php')}'; ${code}`;
    const run = spawnSync('php', ['-r', program], { input, encoding: 'utf8' });
    expect(run.stderr).toBe('');
    return run.stdout;
  };

  it('the signer has the signatures of the vectors, except for a text that PHP cannot parse', () => {
    const read = (
      path: string,
    ): readonly { name: string; data?: unknown; json?: string; signature: string }[] =>
      JSON.parse(readFileSync(join(root, 'packages/protocol', path), 'utf8'));
    const vectors = [...read('signature-vectors.json'), ...read('test/gateway/signatures/vectors.json')].map(
      (vector) => ({ ...vector, json: vector.json ?? JSON.stringify(vector.data) }),
    );
    const code =
      'foreach (json_decode(stream_get_contents(STDIN)) as $v) try { echo PgwSignature::sign($v->url, $v->json, $v->secret), "\\n"; } catch (JsonException) { echo "refused\\n"; }';
    const signatures = runPhp(code, JSON.stringify(vectors)).trim().split('\n');
    expect(signatures).toHaveLength(113);
    const different = vectors.filter(({ signature }, index) => signature !== signatures[index]);
    expect(different.map(({ name }) => name)).toEqual(['text: an unpaired surrogate is kept as an escape']);
    expect(signatures.filter((signature) => signature === 'refused')).toHaveLength(1);
  });

  it('a payment is started, its callback is verified, and a forged one is refused', async () => {
    await using sandbox = await createSandbox();
    const port = await findFreePort();
    const shop = `http://127.0.0.1:${port}`;
    const env = { PATH: process.env['PATH'], PGW_BASE_URL: sandbox.url, SHOP_URL: shop };
    const server = spawn('php', ['-S', `127.0.0.1:${port}`], { cwd: folder, env });
    onTestFinished(async () => {
      server.kill();
      await once(server, 'exit');
    });
    let log = '';
    server.stderr.on('data', (text) => (log += String(text)));
    await expect.poll(() => log).toContain('started');
    const start = spawn('php', ['start.php', 'ORDER-7'], { cwd: folder, env });
    const [address] = (await once(start.stdout, 'data')) as [Buffer];
    expect(address.toString()).toContain(`${sandbox.url}/bank/`);
    const { status } = await sandbox.payAs('paid');
    expect(status).toBe(1);
    await expect.poll(() => log).toContain('ORDER-7 is paid: 12890 MYR');
    const forged = await fetch(`${shop}/callback.php`, {
      method: 'POST',
      headers: { 'cap-signature': 'a'.repeat(64) },
      body: '{"transactionNumber":"1"}',
    });
    expect(forged.status).toBe(401);
  });
});

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { startPostgres } from '../programs/postgres.mjs';
import { describeFailure } from '../program-failure.mjs';

function fail(script: string): string {
  return describeFailure(spawnSync(process.execPath, ['--eval', script], { encoding: 'utf8' }));
}

test('the description of a failed program has its output, or its exit code or signal', () => {
  expect(fail('console.log("one"); console.error("two"); process.exit(3)')).toBe('one\ntwo');
  expect(fail('process.exit(3)')).toBe('it exited with the code 3');
  expect(fail('process.kill(process.pid, "SIGKILL")')).toBe('it was ended by SIGKILL');
  expect(describeFailure(spawnSync('no-such-program', { encoding: 'utf8' }))).toBe(
    'spawnSync no-such-program ENOENT',
  );
});

test('a PostgreSQL whose initdb cannot be started rejects with the reason', async () => {
  await expect(startPostgres('/no/such/folder')).rejects.toThrow(
    '/no/such/folder/initdb failed: spawn /no/such/folder/initdb ENOENT',
  );
});

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { writeModuleOfDocument } from './document-module.ts';

it('the logger of docs/monitoring.md writes an event as one line with its facts, its level and its error', () => {
  const file = writeModuleOfDocument('monitoring.md', 'pino', 'pino');
  const event = {
    event: 'hook-dead',
    level: 'error',
    message: 'onPaid has failed.',
    reference: 'A1-x',
    attempts: 12,
  };
  const program = `
    import { logEvent } from '${file}';
    logEvent({ ...${JSON.stringify(event)}, error: new Error('Out of stock.') });
    logEvent({ event: 'gateway-up', level: 'info', message: 'The gateway responds.', durationMs: 5 });`;
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const [dead, up] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { level, message, ...facts } = event;
  expect(dead).toMatchObject({ ...facts, level: 50, msg: message, err: { message: 'Out of stock.' } });
  expect(up).toMatchObject({ level: 30, event: 'gateway-up', durationMs: 5 });
  expect(level).toBe('error');
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { skipBecause } from '../skip-because.ts';

const document = readFileSync(new URL('../../docs/deployment.md', import.meta.url), 'utf8');
const findBlock = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(document)?.[1] ?? '';

const reasonWithoutSystemd =
  spawnSync('systemd-analyze', ['--version']).status === 0
    ? undefined
    : 'The unit of docs/deployment.md needs systemd-analyze.';

describe('docs/deployment.md', () => {
  it('has a unit that systemd accepts without a warning', skipBecause(reasonWithoutSystemd), () => {
    const folder = mkdtempSync(join(tmpdir(), 'pgw-unit-'));
    const file = join(folder, 'shop.service');
    // systemd requires that the program exists.
    writeFileSync(file, findBlock('ini').replace('/usr/bin/node', process.execPath));
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect({
      status,
      output: `${stdout}${stderr}`.split('\n').filter((line) => line.includes('shop.service')),
    }).toEqual({ status: 0, output: [] });
  });

  it('has a composition of two read-only processes, which end before they are killed', () => {
    const { shop } = parse(findBlock('yaml')).services;
    expect(shop).toMatchObject({ read_only: true, deploy: { replicas: 2 }, stop_grace_period: '15s' });
  });

  it('has an image that runs as another user than root, and writes only to the volume', () => {
    const lines = findBlock('dockerfile').split('\n');
    const position = (start: string) => lines.findIndex((line) => line.startsWith(start));
    expect(position('USER node')).toBeGreaterThan(position('RUN mkdir /data'));
    expect(lines.filter((line) => line.startsWith('WORKDIR')).at(-1)).toBe('WORKDIR /data');
    expect(lines).toContain('VOLUME /data');
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hmac, signatureMessageOfText } from '@pgw/protocol/internal';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createVariables, runPgw, spawnPgw, startSandbox, tenant } from './run-pgw.ts';

const url = 'https://shop.example/pgw/callback';
const body = '{"status":1,"amount":12345}';
const mark = '\uFEFF';
const env = { PGW_SECRET_KEY: tenant.secretKey };
const signature = hmac(signatureMessageOfText(url, body), tenant.secretKey);

let cwd = '';

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'pgw-encoding-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
});

const write = (name: string, content: string | Buffer): Promise<void> =>
  writeFile(join(cwd, name), content, { mode: 0o600 });

const toEnvLines = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const wideTexts = [
  ['UTF-16 of PowerShell', (text: string) => Buffer.from(mark + text, 'utf16le'), 'UTF-16'],
  ['UTF-16 without a mark', (text: string) => Buffer.from(text, 'utf16le'), 'UTF-16'],
  ['big-endian UTF-16', (text: string) => bigEndian(mark + text), 'UTF-16'],
  ['big-endian UTF-16 without a mark', bigEndian, 'UTF-16'],
  ['Latin-1', (text: string) => Buffer.from(`${text}é`, 'latin1'), 'not UTF-8'],
] as const;

describe('a byte order mark changes nothing', () => {
  test('at the start of the data of pgw sign', async () => {
    const plain = await runPgw(['sign', url, '--json'], { env, input: body });
    expect(await runPgw(['sign', url, '--json'], { env, input: mark + body })).toEqual(plain);
    expect(plain.code).toBe(0);
  });

  test('at the start of the body of pgw verify, from a file and from the standard input', async () => {
    await write('body.json', mark + body);
    const fromFile = await runPgw(['verify', url, signature, '--body', 'body.json'], { env, cwd });
    const fromInput = await runPgw(['verify', url, signature], { env, input: mark + body });
    expect([fromFile.code, fromInput.code]).toEqual([0, 0]);
  });

  test('at the start of pgw.json', async () => {
    await write('pgw.json', mark + JSON.stringify({ secretKey: tenant.secretKey }));
    expect(await runPgw(['verify', url, signature], { cwd, input: body })).toMatchObject({
      code: 0,
      err: '',
    });
  });

  test('at the start of .env, where it was a part of the first name', async () => {
    await write('.env', `${mark}PGW_SECRET_KEY=${tenant.secretKey}\n`);
    expect(await runPgw(['verify', url, signature], { cwd, input: body })).toMatchObject({
      code: 0,
      err: '',
    });
    expect(await spawnPgw(['verify', url, signature], { cwd, input: body })).toMatchObject({ code: 0 });
  });
});

describe.each(wideTexts)(
  '%s is refused by its name, and the message has no content',
  (_name, encode, reason) => {
    test.each(['pgw.json', '.env'])('in %s', async (name) => {
      await write(name, encode(name === '.env' ? 'PGW_SECRET_KEY=hunter2\n' : '{"secretKey":"hunter2"}'));
      const result = await runPgw(['sign', url], { cwd, input: body });
      expect(result).toMatchObject({ code: 2, err: expect.stringContaining(reason) });
      expect(result.err).toContain(`${name} `);
      expect(result.err).toContain('Save it as UTF-8.');
      expect(result.err).not.toContain('hunter2');
    });

    test('in the body of pgw verify', async () => {
      await write('body.json', encode(body));
      const result = await runPgw(['verify', url, signature, '--body', 'body.json'], { env, cwd });
      expect(result).toMatchObject({ code: 2, err: expect.stringContaining(reason) });
    });
  },
);

test('pgw sign names the encoding of its standard input', async () => {
  const input = Buffer.from(mark + body, 'utf16le');
  expect(await runPgw(['sign', url], { env, input })).toMatchObject({
    code: 2,
    err: expect.stringContaining('The standard input is encoded in UTF-16. Save it as UTF-8.'),
  });
});

describe('pgw doctor names an unquoted # as the likely cause', () => {
  const secretOfGateway = 'abc#def';

  test.each([
    ['in the middle of the key', `PGW_SECRET_KEY=${secretOfGateway}`],
    ['with export and spaces', `export PGW_SECRET_KEY = ${secretOfGateway}`],
    ['with a line end of Windows', `PGW_SECRET_KEY=${secretOfGateway}\r`],
    ['before a second #', 'PGW_SECRET_KEY=abc#def#ghi'],
    ['before a comment', `PGW_SECRET_KEY=${secretOfGateway} # the key of staging`],
  ])('%s', async (_name, line) => {
    const { sandbox } = await startSandbox();
    const { PGW_SECRET_KEY: _key, ...variables } = createVariables(sandbox.url);
    await write('.env', `${line}\n${toEnvLines(variables)}`);
    const result = await runPgw(['doctor'], { cwd });
    expect(result.code).toBe(5);
    expect(result.out).toContain(
      'The likely cause is in .env: the value of PGW_SECRET_KEY ends before an unquoted #. Write the whole value in quotation marks.',
    );
    expect(result.out).not.toContain('def');
  });

  test('when the key begins with it, and is therefore missing', async () => {
    await write('.env', 'PGW_SECRET_KEY=#def\n');
    const result = await runPgw(['sign', url], { cwd, input: body });
    expect(result).toMatchObject({ code: 2, err: expect.stringContaining('ends before an unquoted #') });
  });

  test('when the environment has the same short value, as from node --env-file', async () => {
    const { pgw } = await startSandbox();
    await write('.env', `PGW_SECRET_KEY=${secretOfGateway}\n`);
    const result = await pgw(['doctor'], { cwd, env: { PGW_SECRET_KEY: 'abc' } });
    expect(result.out).toContain('the value of PGW_SECRET_KEY ends before an unquoted #');
  });

  test('of refused credentials, when it is in the password', async () => {
    const { sandbox } = await startSandbox();
    await write('.env', toEnvLines({ ...createVariables(sandbox.url), PGW_PASSWORD: 'abc#def' }));
    const result = await runPgw(['doctor'], { cwd });
    expect(result).toMatchObject({
      code: 5,
      out: expect.stringContaining('the value of PGW_PASSWORD ends before an unquoted #'),
    });
  });
});

test.each([
  ['a quoted #', 'PGW_SECRET_KEY="abc#def"'],
  ['a comment after white space', 'PGW_SECRET_KEY=abc # the key of staging'],
  ['a comment instead of a value', 'PGW_SECRET_KEY= # none yet\nPGW_SECRET_KEY=abc'],
  ['a comment line', '# PGW_SECRET_KEY=abc#def\nPGW_SECRET_KEY=abc'],
  ['a # in another variable', 'COLOR=red#1\nPGW_SECRET_KEY=abc'],
  ['a line of a longer value', 'PGW_SECRET_KEY=abc\nNOTE="\nPGW_SECRET_KEY=x#y\n"'],
])('%s in .env causes no warning', async (_name, content) => {
  await write('.env', `${content}\n`);
  expect(await runPgw(['sign', url], { cwd, input: body })).toMatchObject({ code: 0, err: '' });
});

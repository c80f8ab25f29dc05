import { inspect } from 'node:util';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { run as runPgw } from '../../../../packages/cli/src/program.ts';
import { run as runPgwExpress } from '../../../../packages/server/src/cli/program.ts';
import { Violations, type Report, type RunOptions, type TortureCommand } from '../../torture-command.ts';
import { merchant } from '../../gateway/gateway.ts';
import { createRandom } from '../../random.ts';
import { findControlCharacter } from './control-characters.ts';
import { createHostileResponse, hostileResponses, type HostileResponse } from './hostile-responses.ts';
import { openScriptedGateway } from './scripted-gateway.ts';
import { openTarget } from '../target.ts';

export const hostileCommands: TortureCommand = {
  sentence:
    'With hostile responses of the gateway, `pgw` and `pgw-express` print no secret and no control character, and end.',
  flags: ['rounds'],
  run,
};

const maxMs = 20_000;
const user = { name: 'torture-user', password: 'torture-password' };

/** The command lines of pgw that send a request. */
const commandLines: readonly (readonly string[])[] = [
  ['query', 'T1'],
  ['query', 'T1', '--json'],
  ['channels'],
  ['channels', '--json'],
  ['wallets'],
  ['refund', 'T1', '--reason', 'Test', '--full'],
  ['refund-status', 'T1'],
  ['history', '3001'],
  ['history', '3001', '--json'],
  ['conformance'],
  ['conformance', '--json'],
  ['conformance', '--full', '--confirm-host', '127.0.0.1'],
];

interface Output {
  readonly code: number;
  readonly text: string;
}

async function run({ seed, size, isShort, log }: RunOptions): Promise<Report> {
  const rounds = size('rounds', { long: 10, short: 1 });
  const random = createRandom(seed);
  const violations = new Violations();
  const codes = new Map<number, number>();
  let current: HostileResponse = {};
  const gateway = await openScriptedGateway((request) => createHostileResponse(current, request));
  const folder = mkdtempSync(join(tmpdir(), 'pgw-hostile-'));
  try {
    for (let round = 0; round < rounds; round += 1) {
      const responses = random.shuffled(hostileResponses);
      for (const response of isShort ? responses.slice(0, 40) : responses) {
        current = response;
        const args = random.pick(commandLines);
        const runs: readonly (readonly [string, () => Promise<Output>])[] = [
          [`pgw ${args.join(' ')}`, () => runClient(gateway.url, args)],
          ['pgw-express reconcile', () => reconcile(gateway.url, join(folder, `${codes.size}.csv`))],
        ];
        for (const [name, runCommand] of runs) {
          const startedAt = performance.now();
          const { code, text } = await runCommand();
          codes.set(code, (codes.get(code) ?? 0) + 1);
          const label = `${name} at ${inspect(response).slice(0, 120)}`;
          const tookMs = performance.now() - startedAt;
          if (code === 70) violations.add('a command has a defect', `${label}: ${text.slice(0, 200)}`);
          if (tookMs > maxMs) violations.add('a command took too long', `${Math.round(tookMs)} ms: ${label}`);
          for (const secret of [merchant.token, merchant.secretKey, user.password])
            if (text.includes(secret)) violations.add('a command printed a secret', label);
          const found = findControlCharacter(text, { allowed: '\n' });
          if (found !== undefined)
            violations.add('a command printed a control character', `${JSON.stringify(found)}: ${label}`);
        }
      }
    }
    log(`${hostileResponses.length} responses, ${rounds} rounds.`);
    return {
      figures: { 'exit codes': [...codes].map(([code, count]) => `${count} × ${code}`).join(', ') },
      failures: violations.sentences(),
    };
  } finally {
    await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a command line of pgw in this process. */
async function runClient(gatewayUrl: string, args: readonly string[]): Promise<Output> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const texts = Promise.all([readText(stdout), readText(stderr)]);
  stdin.end('');
  const env = {
    PGW_BASE_URL: gatewayUrl,
    PGW_MERCHANT_ID: merchant.merchantId,
    PGW_SECRET_KEY: merchant.secretKey,
    PGW_USER: user.name,
    PGW_PASSWORD: user.password,
  };
  const signal = AbortSignal.timeout(maxMs);
  const code = await runPgw(args, { env, cwd: '/', stdin, stdout, stderr, signal });
  stdout.end();
  stderr.end();
  return { code, text: (await texts).join('\n') };
}

/** Runs `pgw-express reconcile` with the history of a wallet, which the gateway sends. */
async function reconcile(gatewayUrl: string, csv: string): Promise<Output> {
  const target = await openTarget(gatewayUrl);
  let text = '';
  const output = { write: (part: string) => (text += part) };
  try {
    const args = ['reconcile', '--checkout', './shop.js', '--wallet', '3001', '--csv', csv, '--adopt'];
    const code = await runPgwExpress([...args, '--from', '2026-01-01', '--to', '2026-01-02'], {
      program: 'pgw-express',
      stdout: output,
      stderr: output,
      load: () => Promise.resolve({ checkout: target.checkout, gateway: target.gateway }),
      readVersion: () => '',
    });
    return { code, text: `${text}\n${readFileIfExists(csv)}` };
  } finally {
    await target.close();
  }
}

function readFileIfExists(path: string): string {
  try {
    return readFileSync(path, 'utf8').replaceAll('\ufeff', '').replaceAll('\r\n', '\n');
  } catch {
    return '';
  }
}

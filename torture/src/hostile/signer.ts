import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { sign, type JsonValue } from '@pgw/protocol';
import { Violations, type Claim, type Report, type RunOptions } from '../claim.ts';
import { randomOf } from '../random.ts';
import { randomDocument, type SignedDocument } from './documents.ts';

const program = fileURLToPath(new URL('../../signer/signer.py', import.meta.url));

export const signer: Claim = {
  sentence:
    'For any JSON, our signature equals the one that an independent implementation in Python computes.',
  flags: ['documents'],
  run,
};

/** Whether this machine has the Python that the independent signer needs. */
export function hasPython(): boolean {
  return spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;
}

async function run({ seed, size, log }: RunOptions): Promise<Report> {
  if (!hasPython()) {
    log('Skipped: this machine has no python3 (3.9 or newer), which the independent signer needs.');
    return { counted: { documents: 'none: no python3' }, failures: [] };
  }
  const documents = size('documents', { long: 1_000_000, short: 3_000 });
  const random = randomOf(seed);
  const violations = new Violations();
  const child = spawn('python3', [program]);
  const responses = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let refused = 0;
  let unassigned = 0;
  let misread = 0;
  try {
    const batch = 500;
    for (let done = 0; done < documents; done += batch) {
      const cases = Array.from({ length: Math.min(batch, documents - done) }, () => randomDocument(random));
      const sent = write(
        child,
        cases.map((one) => JSON.stringify([one.url, one.json, one.secret])),
      );
      for (const one of cases) {
        const response = await responses.next();
        if (response.done === true) throw new Error('The Python process has ended.');
        const ours = signatureOf(one);
        if (ours === 'refused') refused += 1;
        if (response.value === 'unassigned') unassigned += 1;
        else if (ours !== response.value) {
          if (signatureOfNewContext(one) === response.value) misread += 1;
          else violations.add('differences', JSON.stringify(one).slice(0, 300));
        }
      }
      await sent;
    }
  } finally {
    child.kill();
  }
  return {
    counted: {
      documents,
      'refused by both': refused,
      'not compared, with characters that are newer than this Python': unassigned,
      'names misread by JSON.parse of this Node (nodejs/node#63785)': misread,
      differences: violations.count('differences'),
    },
    failures: violations.sentences(),
  };
}

function write({ stdin }: ChildProcessWithoutNullStreams, lines: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    stdin.write(`${lines.join('\n')}\n`, (error) => (error ? reject(error) : resolve()));
  });
}

/** Our signature of a document, or `refused`. */
export function signatureOf(
  { url, json, secret }: SignedDocument,
  parse: (json: string) => unknown = JSON.parse,
): string {
  try {
    // `JSON.parse` returns only JSON values.
    return sign(url, parse(json) as JsonValue, secret);
  } catch {
    return 'refused';
  }
}

/**
 * As {@link signatureOf}, parsed in a new context. V8 of Node 24 and 26 can read a name of one character as a backslash, when the name is
 * written as an escape and an earlier object had the name `\` in the same place (nodejs/node#63785). A new context has no earlier objects.
 */
export function signatureOfNewContext(document: SignedDocument): string {
  return signatureOf(document, (json) => runInNewContext('JSON.parse(json)', { json }) as unknown);
}

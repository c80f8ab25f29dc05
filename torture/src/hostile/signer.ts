import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { type JsonValue } from '@pgw/protocol';
import { hmac, canonicalJsonOfText, signatureMessageOfText } from '@pgw/protocol/internal';
import { whyNoPython } from '../../../scripts/programs/other-programs.mjs';
import { Violations, type TortureCommand, type Report, type RunOptions } from '../torture-command.ts';
import { createRandom } from '../random.ts';
import { createRandomDocument, type SignatureInput } from './documents.ts';

const program = fileURLToPath(new URL('../../signer/signer.py', import.meta.url));

export const signer: TortureCommand = {
  sentence:
    'For any JSON, our signature equals the one that an independent implementation in Python computes.',
  flags: ['documents'],
  run,
};

async function run({ seed, size, log }: RunOptions): Promise<Report> {
  const reason = whyNoPython();
  if (reason !== undefined) {
    log(`Skipped: ${reason}`);
    return { figures: { documents: '0 (no python3)' }, failures: [] };
  }
  const documents = size('documents', { long: 1_000_000, short: 3_000 });
  const random = createRandom(seed);
  const violations = new Violations();
  const child = spawn('python3', [program]);
  const responses = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let unassigned = 0;
  let misread = 0;
  try {
    // Rejects if Python cannot be started.
    await once(child, 'spawn');
    const batch = 500;
    for (let done = 0; done < documents; done += batch) {
      const cases = Array.from({ length: Math.min(batch, documents - done) }, () =>
        createRandomDocument(random),
      );
      const sent = writeLines(
        child,
        cases.map((one) => JSON.stringify([one.url, one.json, one.secret])),
      );
      for (const one of cases) {
        const response = await responses.next();
        if (response.done === true) throw new Error('The Python process has ended.');
        const ourSignature = computeSignature(one);
        // The document has characters that the Unicode version of this Python does not have.
        if (response.value === 'unassigned') unassigned += 1;
        else if (ourSignature !== response.value) {
          if (computeSignatureInNewContext(one) === response.value) misread += 1;
          else violations.add('a document with different signatures', JSON.stringify(one).slice(0, 300));
        }
      }
      await sent;
    }
  } finally {
    child.kill();
  }
  return {
    figures: {
      documents,
      'documents not compared, with characters that are newer than this Python': unassigned,
      'documents with a name that JSON.parse of this Node misreads (nodejs/node#63785)': misread,
      'documents with different signatures': violations.count('a document with different signatures'),
    },
    failures: violations.sentences(),
  };
}

function writeLines({ stdin }: ChildProcessWithoutNullStreams, lines: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    stdin.write(`${lines.join('\n')}\n`, (error) => (error ? reject(error) : resolve()));
  });
}

/** Computes our signature of a document. */
export function computeSignature(
  { url, json, secret }: SignatureInput,
  parse: (json: string) => unknown = JSON.parse,
): string {
  // `JSON.parse` returns only JSON values.
  const canonicalJson = canonicalJsonOfText(json, parse(json) as JsonValue);
  return hmac(signatureMessageOfText(url, canonicalJson), secret);
}

/**
 * Computes our signature of a document that is parsed in a new context.
 *
 * V8 of Node 24 and 26 can read a name of one character as a backslash (nodejs/node#63785). This happens when
 * the name is written as an escape, and an earlier object had the name `\` in the same place. A new context
 * has no earlier objects.
 */
export function computeSignatureInNewContext(document: SignatureInput): string {
  return computeSignature(document, (json) => runInNewContext('JSON.parse(json)', { json }) as unknown);
}

import type { Readable, Writable } from 'node:stream';
import { decodeInput } from './text-input.ts';

/** The streams, the environment variables and the folder of a command. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Aborted by Ctrl-C. A command passes it to its requests. */
  readonly signal: AbortSignal;
}

/**
 * Reads the standard input as text.
 *
 * @throws PgwError `invalid-configuration` when the text is not UTF-8.
 */
export async function readStdin({ stdin, stderr }: Terminal): Promise<string> {
  if (stdin.isTTY === true) stderr.write('Reading from the standard input. End the input with Ctrl-D.\n');
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array | string));
  return decodeInput(Buffer.concat(chunks), 'The standard input');
}

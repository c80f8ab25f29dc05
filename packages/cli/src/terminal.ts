import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { decodeText, TextEncodingError } from '@pgw/protocol/internal';
import { createUsageError } from './failures.ts';

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

/** @throws PgwError `invalid-configuration` when the text is not UTF-8. */
export async function readStdin({ stdin, stderr }: Terminal): Promise<string> {
  if (stdin.isTTY === true) stderr.write('Reading from the standard input. End the input with Ctrl-D.\n');
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array | string));
  return decodeInput(Buffer.concat(chunks), 'The standard input');
}

/**
 * Reads a text file. Returns undefined if the file does not exist.
 *
 * @throws PgwError `invalid-configuration` when the file cannot be read, or is not UTF-8.
 */
export function readTextFile(path: string): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw createUsageError(`${path}: the file cannot be read.`);
  }
  return decodeInput(bytes, path);
}

/** Decodes a text as the server does: UTF-8, with or without a byte order mark. */
function decodeInput(bytes: Uint8Array, name: string): string {
  try {
    return decodeText(bytes);
  } catch (error) {
    if (error instanceof TextEncodingError) throw createUsageError(`${name} ${error.message}`);
    throw error;
  }
}

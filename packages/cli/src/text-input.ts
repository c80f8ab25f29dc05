import { readFileSync } from 'node:fs';
import { decodeText, TextEncodingError } from '@pgw/protocol/internal';
import { createUsageError } from './failures.ts';

/**
 * Decodes a text as the server does: UTF-8, with or without a byte order mark.
 *
 * @throws PgwError `invalid-configuration` with the name of the text and its encoding.
 */
export function decodeInput(bytes: Uint8Array, name: string): string {
  try {
    return decodeText(bytes);
  } catch (error) {
    if (error instanceof TextEncodingError) throw createUsageError(`${name} ${error.message}`);
    throw error;
  }
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

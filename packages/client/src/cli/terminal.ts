import type { Readable, Writable } from 'node:stream';

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

/** Reads the standard input as text. */
export async function readStdin({ stdin, stderr }: Terminal): Promise<string> {
  if (stdin.isTTY === true) stderr.write('Reading from the standard input. End the input with Ctrl-D.\n');
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array | string));
  return Buffer.concat(chunks).toString('utf8');
}

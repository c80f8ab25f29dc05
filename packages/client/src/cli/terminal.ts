import type { Readable, Writable } from 'node:stream';

/** Everything that the command touches outside itself. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Stops the running call, as Ctrl-C does. */
  readonly signal: AbortSignal;
}

/** All of the standard input, as text. */
export async function readStdin({ stdin, stderr }: Terminal): Promise<string> {
  if (stdin.isTTY === true) stderr.write('Reading from the standard input; end it with Ctrl-D.\n');
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array | string));
  return Buffer.concat(chunks).toString('utf8');
}

/** Text of the gateway without control characters, which a terminal would obey. */
export function printable(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return text.replaceAll(/[\u0000-\u001F\u007F-\u009F]+/g, ' ');
}

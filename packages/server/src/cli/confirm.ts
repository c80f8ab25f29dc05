import { createInterface } from 'node:readline';

interface Streams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/**
 * Prints a question and reads one line. Resolves with true for y or yes. Resolves with false for any other
 * line or at the end of the input.
 */
export function confirmOnTerminal({ input, output }: Streams, question: string): Promise<boolean> {
  const lines = createInterface({ input, output });
  return new Promise((resolve) => {
    lines.once('close', () => resolve(false));
    lines.question(question, (reply) => {
      resolve(/^y(es)?$/i.test(reply.trim()));
      lines.close();
    });
  });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createShellEnvironment } from './install.mjs';

/** A program that runs until the test stops it. */
export interface Program {
  /** The match of `ready` in the output. */
  readonly match: RegExpExecArray;
  /** Ends the program and the programs that it has started. */
  readonly stop: () => Promise<void>;
}

export interface ProgramOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The program is ready when its output matches. */
  readonly ready: RegExp;
}

/**
 * Starts a program with its arguments, which can contain spaces. Rejects with its output if the program exits
 * before it is ready.
 */
export async function startProgram(
  [command, ...args]: readonly [string, ...string[]],
  { cwd, env, ready }: ProgramOptions,
): Promise<Program> {
  // The program has its own process group, so that `stop` also ends the programs that it has started.
  const child = spawn(command, args, { cwd, env: { ...createShellEnvironment(), ...env }, detached: true });
  let isClosed = false;
  child.on('close', () => (isClosed = true));
  const stop = async (): Promise<void> => {
    const { pid } = child;
    if (pid === undefined || isClosed) return;
    process.kill(-pid, 'SIGTERM');
    // `close` follows when the programs that it has started have ended too, and write no more files.
    await once(child, 'close');
  };
  let output = '';
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    const readOutput = (text: unknown): void => {
      output += String(text);
      const matched = ready.exec(output);
      if (matched !== null) resolve(matched);
    };
    child.stdout.on('data', readOutput);
    child.stderr.on('data', readOutput);
    child.on('error', reject);
    child.on('exit', () =>
      reject(new Error(`${[command, ...args].join(' ')} exited before it was ready:\n${output}`)),
    );
  });
  return { match, stop };
}

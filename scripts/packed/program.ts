import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { shellEnvironment } from './install.mjs';

/** A program that runs until the test stops it. */
export interface Program {
  /** What matched in the output. */
  readonly match: RegExpExecArray;
  /** Ends the program and those that it has started. */
  readonly stop: () => Promise<void>;
}

export interface ProgramOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The program is ready when its output matches. */
  readonly ready: RegExp;
}

/** Starts a program as a person would, by a line of a shell. Rejects with its output when it ends before it is ready. */
export async function startProgram(line: string, { cwd, env, ready }: ProgramOptions): Promise<Program> {
  const [command = '', ...args] = line.split(' ');
  // In a process group of its own, so that programs which it starts end with it.
  const child = spawn(command, args, { cwd, env: { ...shellEnvironment(), ...env }, detached: true });
  const stop = async (): Promise<void> => {
    const { pid } = child;
    if (pid === undefined || child.exitCode !== null) return;
    process.kill(-pid, 'SIGTERM');
    await once(child, 'exit');
  };
  let output = '';
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    const read = (text: unknown): void => {
      output += String(text);
      const found = ready.exec(output);
      if (found !== null) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', reject);
    child.on('exit', () => reject(new Error(`${line} has ended before it was ready:\n${output}`)));
  });
  return { match, stop };
}

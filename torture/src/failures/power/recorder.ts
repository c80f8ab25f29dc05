import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMark } from './journal.ts';

const source = fileURLToPath(new URL('record-writes.c', import.meta.url));

/** Records the writes of programs below a folder. */
export interface Recorder {
  /** The file of the records. */
  readonly journal: string;
  /** The variables of the environment of a program that is recorded. `root` is the folder, without links. */
  environment(root: string): Record<string, string>;
  /** Appends a mark after everything that has happened. */
  mark(text: string): void;
}

/** The reason why nothing can be recorded on this machine. Undefined if it can. */
export function whyNoRecorder(): string | undefined {
  if (process.platform !== 'linux') return 'It preloads a library into programs, which works on Linux only.';
  const { status } = spawnSync('gcc', ['--version']);
  return status === 0 ? undefined : 'It needs gcc: apt-get install gcc libc6-dev';
}

/** Compiles the library in a folder that every user can read. */
export function createRecorder(folder: string): Recorder {
  const library = join(folder, 'record-writes.so');
  const { status, stderr } = spawnSync('gcc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`gcc could not compile ${source}: ${stderr}`);
  const journal = join(folder, 'journal');
  writeFileSync(journal, '');
  // PostgreSQL does not run as root.
  chmodSync(folder, 0o755);
  chmodSync(journal, 0o666);
  return {
    journal,
    environment: (root) => ({ LD_PRELOAD: library, PGW_POWER_ROOT: root, PGW_POWER_JOURNAL: journal }),
    mark: (text) => {
      // One write to a file that is opened for appending.
      const file = openSync(journal, 'a');
      appendFileSync(file, createMark(text));
      closeSync(file);
    },
  };
}

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Random } from '../../random.ts';

/** A record of `record-writes.c`, or a mark of the test. */
interface JournalRecord {
  readonly kind: Kind;
  readonly number: bigint;
  /** The offset of a write, or the size of a truncation. */
  readonly offset: number;
  /** The path below the root. For a mark, its text. */
  readonly path: string;
  /** The bytes of a write, or the new name of a rename. */
  readonly data: Buffer;
}

/** Write, truncate, grow, create, rename, unlink, make a folder, begin and end of a synchronization, mark. */
type Kind = 'w' | 't' | 'g' | 'c' | 'r' | 'u' | 'm' | 'b' | 's' | '!';

const headerBytes = 25;

/** Creates the record of a mark. It is appended in one write, like the records of the library. */
export function createMark(text: string): Buffer {
  const path = Buffer.from(text);
  const header = Buffer.alloc(headerBytes);
  header.write('!', 'latin1');
  header.writeUInt32LE(path.length, 17);
  return Buffer.concat([header, path]);
}

/** Reads the journal. A record at the end that is not complete is left out. */
export function readJournal(file: string): JournalRecord[] {
  const bytes = readFileSync(file);
  const records: JournalRecord[] = [];
  for (let at = 0; at + headerBytes <= bytes.length;) {
    const pathEnd = at + headerBytes + bytes.readUInt32LE(at + 17);
    const end = pathEnd + bytes.readUInt32LE(at + 21);
    if (end > bytes.length) break;
    records.push({
      // Only the library and `createMark` write the file.
      kind: bytes.toString('latin1', at, at + 1) as Kind,
      number: bytes.readBigUInt64LE(at + 1),
      offset: Number(bytes.readBigUInt64LE(at + 9)),
      path: bytes.toString('utf8', at + headerBytes, pathEnd),
      data: bytes.subarray(pathEnd, end),
    });
    at = end;
  }
  return records;
}

/** A change of the content of a file that is not synchronized yet. */
interface PendingChange {
  readonly at: number;
  readonly kind: 'w' | 't' | 'g';
  readonly offset: number;
  readonly data: Buffer;
}

/** A file or folder. Its name can change, and several names can be pending. */
interface DiskFile {
  readonly isFolder: boolean;
  /** The synchronized content. Undefined until the file of the base is read. */
  content: Buffer | undefined;
  /** The path of the file in the base, whose content it has at first. */
  readonly basePath: string | undefined;
  pending: PendingChange[];
}

type NameChange =
  | { readonly at: number; readonly kind: 'set'; readonly path: string; readonly file: DiskFile }
  | { readonly at: number; readonly kind: 'remove'; readonly path: string }
  | { readonly at: number; readonly kind: 'move'; readonly from: string; readonly to: string };

/** How many of the changes that are not synchronized survive the power failure. */
export type Survivors = 'none' | 'some' | 'all';

/**
 * The disk of a machine, built from a copy of the folder at the beginning and the journal.
 *
 * A power failure keeps each change that was written before the beginning of a synchronization of its file that has
 * ended. Each other write survives or is lost, whole or in sectors of 512 bytes, in any combination. Changes of names are
 * kept in their order, as on a file system with a journal: each synchronization keeps all earlier ones.
 */
export class SimulatedDisk {
  readonly #base: string;
  readonly #records: readonly JournalRecord[];
  /** The names that the programs see. */
  readonly #names = new Map<string, DiskFile | undefined>();
  /** The names after a power failure. Names that neither map has are those of the base. */
  readonly #durableNames = new Map<string, DiskFile | undefined>();
  #pendingNames: NameChange[] = [];
  readonly #begins = new Map<bigint, number>();
  #position = 0;

  constructor(base: string, records: readonly JournalRecord[]) {
    this.#base = base;
    this.#records = records;
  }

  /** Replays the journal up to a position. Positions only grow. */
  advance(position: number): void {
    for (; this.#position < position; this.#position += 1) {
      const record = this.#records[this.#position];
      if (record !== undefined) this.#apply(record, this.#position);
    }
  }

  /** Writes the folder as it is after a power failure at the current position. */
  write(target: string, survivors: Survivors, random: Random): void {
    cpSync(this.#base, target, { recursive: true });
    const names = new Map(this.#durableNames);
    const keptNames = {
      none: 0,
      all: this.#pendingNames.length,
      some: random.below(this.#pendingNames.length + 1),
    };
    for (const change of this.#pendingNames.slice(0, keptNames[survivors]))
      applyName(names, change, this.#findInBase);
    for (const [path, file] of names) {
      const targetPath = join(target, path);
      if (file === undefined) rmSync(targetPath, { recursive: true, force: true });
      else if (file.isFolder) mkdirSync(targetPath, { recursive: true });
      else {
        mkdirSync(dirname(targetPath), { recursive: true });
        writeFileSync(targetPath, this.#readAfterFailure(file, survivors, random));
      }
    }
  }

  #apply(record: JournalRecord, at: number): void {
    const { kind, path, number } = record;
    if (kind === 'w' || kind === 't' || kind === 'g') {
      const { offset, data } = record;
      this.#find(path, at).pending.push({ at, kind, offset, data });
    } else if (kind === 'c') this.#find(path, at);
    else if (kind === 'b') this.#begins.set(number, at);
    else if (kind === 's') this.#synchronize(path, this.#begins.get(number) ?? 0);
    else if (kind === 'm') this.#name({ at, kind: 'set', path, file: createFile({ isFolder: true }) });
    else if (kind === 'u') this.#name({ at, kind: 'remove', path });
    else if (kind === 'r') this.#name({ at, kind: 'move', from: path, to: record.data.toString('utf8') });
  }

  /** Finds the file with a name, or creates it. */
  #find(path: string, at: number): DiskFile {
    const known = this.#names.get(path) ?? this.#findInBase(path);
    if (known !== undefined) {
      this.#names.set(path, known);
      if (!this.#durableNames.has(path) && known.basePath === path) this.#durableNames.set(path, known);
      return known;
    }
    const file = createFile({ isFolder: false });
    this.#name({ at, kind: 'set', path, file });
    return file;
  }

  readonly #findInBase = (path: string): DiskFile | undefined =>
    this.#names.has(path) || path === '' || !existsSync(join(this.#base, path))
      ? undefined
      : createFile({ isFolder: false, basePath: path });

  #name(change: NameChange): void {
    // A moved file of the base needs its content.
    if (change.kind === 'move' && !this.#names.has(change.from)) {
      const file = this.#findInBase(change.from);
      if (file === undefined) return;
      this.#names.set(change.from, file);
      if (!this.#durableNames.has(change.from)) this.#durableNames.set(change.from, file);
    }
    applyName(this.#names, change, () => undefined);
    this.#pendingNames.push(change);
  }

  /** Keeps what was written before the beginning of a synchronization. */
  #synchronize(path: string, begin: number): void {
    const kept = this.#pendingNames.filter(({ at }) => at < begin);
    this.#pendingNames = this.#pendingNames.filter(({ at }) => at >= begin);
    for (const change of kept) applyName(this.#durableNames, change, this.#findInBase);
    const file = this.#names.get(path);
    if (file === undefined) return;
    for (const change of file.pending.filter(({ at }) => at < begin))
      file.content = applyChange(this.#readContent(file), change);
    file.pending = file.pending.filter(({ at }) => at >= begin);
  }

  #readContent(file: DiskFile): Buffer {
    return (file.content ??=
      file.basePath === undefined ? Buffer.alloc(0) : readFileSync(join(this.#base, file.basePath)));
  }

  #readAfterFailure(file: DiskFile, survivors: Survivors, random: Random): Buffer {
    let content = this.#readContent(file);
    if (survivors === 'none') return content;
    for (const change of file.pending) {
      if (survivors === 'all' || random.isOneIn(2)) content = applyChange(Buffer.from(content), change);
      else if (change.kind === 'w' && random.isOneIn(4))
        content = applySectors(Buffer.from(content), change, random);
    }
    return content;
  }
}

function createFile({ isFolder, basePath }: Pick<DiskFile, 'isFolder'> & { basePath?: string }): DiskFile {
  return { isFolder, basePath, content: undefined, pending: [] };
}

function applyName(
  names: Map<string, DiskFile | undefined>,
  change: NameChange,
  findInBase: (path: string) => DiskFile | undefined,
): void {
  if (change.kind === 'set') names.set(change.path, change.file);
  else if (change.kind === 'remove') names.set(change.path, undefined);
  else {
    const file = names.get(change.from) ?? findInBase(change.from);
    if (file !== undefined) names.set(change.to, file);
    names.set(change.from, undefined);
  }
}

const sectorBytes = 512;

/** Applies some sectors of a write. */
function applySectors(content: Buffer, { offset, data, ...change }: PendingChange, random: Random): Buffer {
  let result = content;
  for (let start = 0; start < data.length; start += sectorBytes) {
    if (!random.isOneIn(2)) continue;
    const sector = data.subarray(start, start + sectorBytes);
    result = applyChange(result, { ...change, offset: offset + start, data: sector });
  }
  return result;
}

/** Applies a change to a content, which may be changed in place. */
function applyChange(content: Buffer, { kind, offset, data }: PendingChange): Buffer {
  const size = kind === 't' ? offset : Math.max(content.length, offset + data.length);
  const result = size === content.length ? content : Buffer.alloc(size);
  if (result !== content) content.copy(result);
  if (kind === 'w') data.copy(result, offset);
  return result;
}

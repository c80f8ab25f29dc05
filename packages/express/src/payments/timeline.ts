/** Where news of a payment came from. */
export type NoteSource =
  | 'start'
  | 'callback'
  | 'return'
  | 'status'
  | 'sweep'
  | 'fulfil'
  | 'refund'
  | 'operator'
  | 'card'
  | 'capture';

/** One thing that happened to a payment: an entry of its timeline. It holds nothing personal and nothing secret. */
export interface Note {
  readonly reference: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly source: NoteSource;
  /** A sentence, such as "The gateway reports Success (1): open became paid." */
  readonly text: string;
}

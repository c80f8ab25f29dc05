/** Returns the message of a caught value, which may be something other than an `Error`. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}

/** Ends a text of someone else, such as an error or the reason of a clerk, so that a sentence can follow. */
export function endSentence(text: string): string {
  const trimmed = text.trimEnd();
  return /[.!?…。！？]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

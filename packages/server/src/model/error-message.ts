/** Returns the message of a caught value, which may be something other than an `Error`. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}

/** Returns a function that creates a value in its first call, and returns the same value in later calls. */
export function createOnce<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}

/**
 * Returns why a program that `spawnSync` ran has failed: the error of its start, its output, or its exit code.
 * Without a program there is no output, so a message with only `stderr` would say "undefined" or "null".
 */
export function describeFailure({ error, signal, status, stdout, stderr }) {
  const output = `${stdout ?? ''}${stderr ?? ''}`.trim();
  if (error !== undefined) return output === '' ? error.message : `${error.message}\n${output}`;
  if (output !== '') return output;
  return signal === null ? `it exited with the code ${status}` : `it was ended by ${signal}`;
}

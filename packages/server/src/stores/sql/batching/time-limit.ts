/** Error thrown when work exceeds its time limit. */
export class WorkTimeout extends Error {
  constructor(timeoutMs: number) {
    super(
      `The hook did not finish within ${timeoutMs} ms (limits.fulfillTimeoutMs). Its transaction was rolled back. ` +
        'Set time limits for its calls, or move long work to a job.',
    );
  }
}

/**
 * Runs work with a time limit.
 *
 * @throws WorkTimeout when the work takes longer than `timeoutMs`. The work itself cannot be stopped.
 */
export async function withTimeout<Result>(
  work: () => Result | Promise<Result>,
  timeoutMs: number | undefined,
): Promise<Result> {
  const result = work();
  if (timeoutMs === undefined || !(result instanceof Promise)) return result;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new WorkTimeout(timeoutMs)), timeoutMs);
    timer.unref();
  });
  // `Promise.race` handles a later rejection of the other promise.
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}

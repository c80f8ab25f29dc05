/** Work did not finish within its time. What it wrote is rolled back; code of it may still be running. */
export class WorkTimeout extends Error {
  constructor(timeoutMs: number) {
    super(
      `onPaid did not finish within ${timeoutMs} ms (limits.fulfilTimeoutMs). Its transaction was rolled back. ` +
        'Set time limits on what it waits for, or leave long work to a job.',
    );
  }
}

/** @throws WorkTimeout when the work takes longer than `timeoutMs`. The work itself cannot be stopped. */
export async function withTimeout(
  work: () => void | Promise<void>,
  timeoutMs: number | undefined,
): Promise<void> {
  const working = work();
  if (timeoutMs === undefined || working === undefined) return working;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new WorkTimeout(timeoutMs)), timeoutMs);
    timer.unref();
  });
  // The race handles what the losing promise rejects with later.
  return Promise.race([working, timeout]).finally(() => clearTimeout(timer));
}

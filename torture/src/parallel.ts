/** Calls `work` with the numbers from 0 to `count - 1`. At most `concurrency` calls run at the same time. */
export async function runInParallel(
  { count, concurrency }: { readonly count: number; readonly concurrency: number },
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, worker));
}

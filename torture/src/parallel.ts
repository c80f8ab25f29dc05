/** Calls `work` for 0, 1, … `count - 1`, with at most `atOnce` calls at the same time. */
export async function inParallel(
  { count, atOnce }: { readonly count: number; readonly atOnce: number },
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
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
}

/** Returns a function that runs `work`. Concurrent calls with the same key share one run and its result. */
export function shareConcurrentRuns<Value>(): (key: string, work: () => Promise<Value>) => Promise<Value> {
  const runs = new Map<string, Promise<Value>>();
  return (key, work) => {
    const currentRun = runs.get(key);
    if (currentRun !== undefined) return currentRun;
    const newRun = work().finally(() => runs.delete(key));
    runs.set(key, newRun);
    return newRun;
  };
}

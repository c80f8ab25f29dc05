/** Runs the work of a key once at a time. Calls during a run share its result. */
export function oneAtATime<Value>(): (key: string, work: () => Promise<Value>) => Promise<Value> {
  const running = new Map<string, Promise<Value>>();
  return (key, work) => {
    const known = running.get(key);
    if (known !== undefined) return known;
    const begun = work().finally(() => running.delete(key));
    running.set(key, begun);
    return begun;
  };
}

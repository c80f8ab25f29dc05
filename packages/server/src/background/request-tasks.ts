import { AsyncLocalStorage } from 'node:async_hooks';

/** Finds the tasks that each request has started, so that an adapter can wait for those of one request. */
export class RequestTasks {
  readonly #tasksOfRequest = new AsyncLocalStorage<Set<Promise<void>> | undefined>();

  /** Adds a task to the request in which this function is called. Has no effect outside of `runRequest`. */
  readonly add = (task: Promise<unknown>): void => {
    const tasks = this.#tasksOfRequest.getStore();
    if (tasks === undefined) return;
    const remove = (): void => void tasks.delete(ended);
    const ended: Promise<void> = task.then(remove, remove);
    tasks.add(ended);
  };

  /** Handles a request. */
  readonly runRequest = async <Result>(
    handle: () => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly rest: Promise<void> | undefined }> => {
    const tasks = new Set<Promise<void>>();
    const result = await this.#tasksOfRequest.run(tasks, handle);
    return { result, rest: tasks.size === 0 ? undefined : waitForAll(tasks) };
  };

  /** Calls a function whose tasks belong to no request. */
  runOutsideRequests(work: () => void): void {
    this.#tasksOfRequest.run(undefined, work);
  }
}

async function waitForAll(tasks: ReadonlySet<Promise<void>>): Promise<void> {
  while (tasks.size > 0) await Promise.all(tasks);
}

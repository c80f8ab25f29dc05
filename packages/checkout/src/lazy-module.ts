/** A module that is loaded later than the entry. */
export interface LazyModule<Module> {
  /** The module, or null until it is loaded. */
  readonly value: Module | null;
  /** Loads the module. Rejects if the module cannot be loaded. The next call tries again. */
  load(): Promise<Module>;
  /** Loads the module before it is needed. Ignores a failure, because `load` tries again. */
  prefetch(onLoad?: () => void): void;
}

const retryAfterMs = 1000;

/** Wraps a dynamic `import()`. A failed import is repeated once after a second. */
export function createLazyModule<Module>(importModule: () => Promise<Module>): LazyModule<Module> {
  let value: Module | null = null;
  let loading: Promise<Module> | null = null;

  async function importWithRetry(): Promise<Module> {
    try {
      return await importModule();
    } catch {
      await delay(retryAfterMs);
      return importModule();
    }
  }

  async function load(): Promise<Module> {
    loading ??= importWithRetry();
    try {
      value = await loading;
      return value;
    } catch (error) {
      loading = null;
      throw error;
    }
  }

  return {
    get value() {
      return value;
    },
    load,
    prefetch: (onLoad) => void load().then(onLoad, () => {}),
  };
}

/** Resolves after a delay. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

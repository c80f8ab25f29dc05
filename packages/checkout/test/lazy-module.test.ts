import { expect } from '@open-wc/testing';
import { createLazyModule } from '../src/lazy-module.ts';

describe('a lazy module', () => {
  it('a lazy module that is prefetched and loaded several times is imported once', async () => {
    let importCount = 0;
    const module = {};
    const lazy = createLazyModule(async () => {
      importCount += 1;
      return module;
    });
    expect(lazy.value).to.equal(null);
    lazy.prefetch();
    const [first, second] = await Promise.all([lazy.load(), lazy.load()]);
    expect([importCount, first === module, second === module, lazy.value === module]).to.deep.equal([
      1,
      true,
      true,
      true,
    ]);
  });

  it('load() repeats a failed import after a second; if this import fails too, the next load() imports again', async () => {
    let importCount = 0;
    const lazy = createLazyModule(() => {
      importCount += 1;
      return importCount < 3 ? Promise.reject(new Error('No connection')) : Promise.resolve('module');
    });
    const startedAt = performance.now();
    const error = await lazy.load().catch(String);
    // A timer of one second can fire a few milliseconds early.
    expect(performance.now() - startedAt).to.be.at.least(990);
    expect([error, importCount, lazy.value]).to.deep.equal(['Error: No connection', 2, null]);
    await lazy.load();
    expect([importCount, lazy.value]).to.deep.equal([3, 'module']);
  });
});

import { expect } from '@open-wc/testing';
import { lazyModule } from '../src/element/lazy-module.ts';

describe('a lazy module', () => {
  it('is imported once, however often it is prefetched and loaded', async () => {
    let imports = 0;
    const module = {};
    const lazy = lazyModule(async () => {
      imports += 1;
      return module;
    });
    expect(lazy.value).to.equal(null);
    lazy.prefetch();
    const [one, other] = await Promise.all([lazy.load(), lazy.load()]);
    expect([imports, one === module, other === module, lazy.value === module]).to.deep.equal([
      1,
      true,
      true,
      true,
    ]);
  });

  it('whose import fails is imported again after a second, and again by the next load', async () => {
    let imports = 0;
    const lazy = lazyModule(() => {
      imports += 1;
      return imports < 3 ? Promise.reject(new Error('No connection')) : Promise.resolve('module');
    });
    const startedAt = performance.now();
    const error = await lazy.load().catch(String);
    expect(performance.now() - startedAt).to.be.at.least(990);
    expect([error, imports, lazy.value]).to.deep.equal(['Error: No connection', 2, null]);
    await lazy.load();
    expect([imports, lazy.value]).to.deep.equal([3, 'module']);
  });
});

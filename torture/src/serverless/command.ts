import type { TortureCommand } from '../torture-command.ts';
import { withChosenPostgres } from '../postgres.ts';
import { runServerless } from './run.ts';

export const serverless: TortureCommand = {
  sentence:
    'When each process of the shop is killed right after its responses, and only scheduled requests do the rest, no paid order is lost and every hook has one effect.',
  flags: ['callbacks', 'batch', 'pooler', 'isolation'],
  run: (options) => {
    const { seed, size, log } = options;
    const callbacks = size('callbacks', { long: 20_000, short: 400 });
    const batch = size('batch', { long: 200, short: 50 });
    return withChosenPostgres(options, (storage) => runServerless({ storage, callbacks, batch, seed, log }));
  },
};

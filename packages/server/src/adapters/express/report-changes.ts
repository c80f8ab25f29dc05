import type { Request, RequestHandler, Response } from 'express';
import type { CheckoutEventListener } from '../../events/event.ts';

/** Reports once, with the first request, which settings of the app change responses. The app is not known before. */
export function reportChangedApp(emit: CheckoutEventListener): RequestHandler {
  let isReported = false;
  return (req, res, next) => {
    if (!isReported) {
      isReported = true;
      const changes = findChanges(req, res);
      const message = `The app changes responses or queries: ${changes.join(', ')}. The checkout does not use these settings, so its responses do not change.`;
      if (changes.length > 0) emit({ level: 'info', event: 'app-changes-responses', message, changes });
    }
    next();
  };
}

function findChanges({ app }: Request, res: Response): string[] {
  // The app's own object inherits from the one of its copy of Express.
  const original = Object.getPrototypeOf((app as { response?: unknown }).response) as Response;
  const replaced = (['json', 'send'] as const).filter((name) => res[name] !== original[name]);
  const settings = ['json replacer', 'json escape'].filter((name) => Boolean(app.get(name)));
  const hasParser = app.get('query parser') !== false;
  return [
    ...replaced.map((name) => `res.${name} is replaced`),
    ...settings.map((name) => `the setting ${name}`),
    ...(hasParser ? [] : ['the setting query parser is false']),
  ];
}

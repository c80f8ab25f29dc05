import { claims } from '../src/claims.ts';
import { checkClaims } from './check-claims.ts';
import { isInEveryRun } from './is-in-every-run.ts';

checkClaims(Object.fromEntries(Object.entries(claims).filter(([name]) => !isInEveryRun(name))));

import { claims } from '../src/claims.ts';
import { checkClaims } from './check-claims.ts';
import { isOfEachRun } from './of-each-run.ts';

checkClaims(Object.fromEntries(Object.entries(claims).filter(([name]) => !isOfEachRun(name))));

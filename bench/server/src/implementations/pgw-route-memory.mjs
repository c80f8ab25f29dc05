import { memoryStore } from '@pgw/express/stores/memory';
import { createExpressApp } from './express-route.mjs';

export const create = ({ httpOrigin }) => createExpressApp(httpOrigin, memoryStore());

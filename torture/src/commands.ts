import type { TortureCommand } from './torture-command.ts';
import { batches } from './load/batches.ts';
import { books } from './books/books.ts';
import { cost } from './load/cost.ts';
import { crash } from './failures/crash.ts';
import { cut } from './failures/cut.ts';
import { database } from './failures/database.ts';
import { deployCommand } from './deploy/deploy.ts';
import { embedded } from './failures/embedded.ts';
import { failover } from './failures/failover.ts';
import { full } from './failures/full.ts';
import { cardKeys } from './hostile/card-keys.ts';
import { elementFiles } from './hostile/element-files.ts';
import { forge } from './hostile/callbacks/forge.ts';
import { fuzz } from './hostile/fuzz.ts';
import { hostileCommands } from './hostile/gateway/hostile-commands.ts';
import { hostileGateway } from './hostile/gateway/hostile-gateway.ts';
import { mutate } from './hostile/callbacks/mutate.ts';
import { otherShop } from './hostile/other-shop.ts';
import { redirects } from './hostile/gateway/redirects.ts';
import { signer } from './hostile/signer.ts';
import { slowRequests } from './hostile/slow-requests.ts';
import { visitors } from './hostile/visitors.ts';
import { gatewayOutage } from './failures/gateway-outage.ts';
import { hang } from './failures/hang.ts';
import { load } from './load/load.ts';
import { power } from './failures/power/power.ts';
import { merchants } from './merchants/merchants.ts';
import { stories } from './merchants/stories.ts';
import { orders } from './orders/orders.ts';
import { parallelOperations } from './races/parallel-operations.ts';
import { race } from './races/race.ts';
import { restore } from './restore/restore.ts';
import { sabotage } from './sabotage/command.ts';
import { serverless } from './serverless/command.ts';
import { silence } from './failures/silence.ts';
import { twoPayments } from './races/two-payments.ts';

/** Every command by its name. */
export const commands: Readonly<Record<string, TortureCommand>> = {
  crash,
  database,
  embedded,
  orders,
  race,
  silence,
  serverless,
  restore,
  cut,
  'two-payments': twoPayments,
  books,
  deploy: deployCommand,
  failover,
  'parallel-operations': parallelOperations,
  'gateway-outage': gatewayOutage,
  full,
  hang,
  power,
  sabotage,
  forge,
  mutate,
  signer,
  fuzz,
  redirects,
  'hostile-gateway': hostileGateway,
  'hostile-commands': hostileCommands,
  'element-files': elementFiles,
  'card-keys': cardKeys,
  'other-shop': otherShop,
  'slow-requests': slowRequests,
  visitors,
  load,
  batches,
  merchants,
  stories,
  cost,
};

import type { TortureCommand } from './torture-command.ts';
import { books } from './books.ts';
import { cost } from './cost.ts';
import { crash } from './crash.ts';
import { cut } from './cut.ts';
import { database } from './database.ts';
import { embedded } from './embedded.ts';
import { failover } from './failover.ts';
import { full } from './full.ts';
import { cardKeys } from './hostile/card-keys.ts';
import { elementFiles } from './hostile/element-files.ts';
import { forge } from './hostile/forge.ts';
import { fuzz } from './hostile/fuzz.ts';
import { hostileCommands } from './hostile/hostile-commands.ts';
import { hostileGateway } from './hostile/hostile-gateway.ts';
import { mutate } from './hostile/mutate.ts';
import { otherShop } from './hostile/other-shop.ts';
import { redirects } from './hostile/redirects.ts';
import { signer } from './hostile/signer.ts';
import { slowRequests } from './hostile/slow-requests.ts';
import { visitors } from './hostile/visitors.ts';
import { gatewayOutage } from './gateway-outage.ts';
import { hang } from './hang.ts';
import { load } from './load.ts';
import { orders } from './orders.ts';
import { parallelOperations } from './parallel-operations.ts';
import { race } from './race.ts';
import { restore } from './restore.ts';
import { sabotage } from './sabotage.ts';
import { silence } from './silence.ts';
import { twoPayments } from './two-payments.ts';

/** Every command by its name. */
export const commands: Readonly<Record<string, TortureCommand>> = {
  crash,
  database,
  embedded,
  orders,
  race,
  silence,
  restore,
  cut,
  'two-payments': twoPayments,
  books,
  failover,
  'parallel-operations': parallelOperations,
  'gateway-outage': gatewayOutage,
  full,
  hang,
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
  cost,
};

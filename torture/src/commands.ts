import type { TortureCommand } from './torture-command.ts';
import { cost } from './cost.ts';
import { crash } from './crash.ts';
import { cut } from './cut.ts';
import { database } from './database.ts';
import { embedded } from './embedded.ts';
import { full } from './full.ts';
import { forge } from './hostile/forge.ts';
import { fuzz } from './hostile/fuzz.ts';
import { hostileGateway } from './hostile/hostile-gateway.ts';
import { mutate } from './hostile/mutate.ts';
import { redirects } from './hostile/redirects.ts';
import { signer } from './hostile/signer.ts';
import { gatewayOutage } from './gateway-outage.ts';
import { hang } from './hang.ts';
import { load } from './load.ts';
import { orders } from './orders.ts';
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
  load,
  cost,
};

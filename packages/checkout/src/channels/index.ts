export { breakdownStyles } from './breakdown.ts';
export { renderBreakdown } from './breakdown.ts';
export { getApproverName, getChannelName, renderPlanName } from './channel-name.ts';
export {
  getCurrentChoice,
  getCurrentKind,
  getKind,
  loadListModules,
  panelModules,
  reduceInput,
  type RenderDecline,
  type SendCard,
} from './kinds/index.ts';
export { Inputs } from './kinds/inputs.ts';
export type { BankCategory } from '../state/checkout-state.ts';
export { Folding } from './list/folding.ts';
export { rememberListShape } from './list/list-shape.ts';
export { renderChannelList } from './list/list.ts';
export { filterSession } from './reducer.ts';
export { panelStyles } from './panel-styles.ts';
export {
  reduceChannels,
  withPreviousChoice,
  withSession,
  type ChannelEvent,
  type PreviousChoice,
} from './reducer.ts';
export { recallChannel } from './list/recent-channel.ts';
export { ServerRenderedList } from './list/server-rendered-list.ts';
export { skeletonStyles } from './list/skeleton.ts';
export { renderSkeleton } from './list/skeleton.ts';
export { channelStyles } from './styles.ts';
export { renderSummary } from './summary.ts';

export { breakdownStyles } from './breakdown-styles.ts';
export { breakdown } from './breakdown.ts';
export { channelName } from './channel-name.ts';
export { currentChoice, currentKind, missingChoice } from './kinds.ts';
export { listExtrasModule } from './lazy.ts';
export { rememberListShape } from './list-shape.ts';
export { channelList } from './list.ts';
export { offeredSession, parseChannelIds } from './merchant-filter.ts';
export { panelStyles } from './panel-styles.ts';
export {
  reduceChannels,
  withPreviousChoice,
  withSession,
  type ChannelEvent,
  type PreviousChoice,
} from './reducer.ts';
export { ServerRenderedList } from './server-rendered-list.ts';
export { skeletonStyles } from './skeleton-styles.ts';
export { skeleton } from './skeleton.ts';
export { channelStyles } from './styles.ts';
export { summary } from './summary.ts';

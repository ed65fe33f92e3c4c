/** What other slices may use of the language model. */
export { amenitiesOf, photosOf } from './facts.ts'
export { ofListing } from './gather.ts'
export { ask, assertModel, gatheringOf } from './run.ts'
export { tellCompleted } from './tell.ts'
export { agentRoutes } from './agent-routes.ts'
export { aiRoutes } from './routes.ts'

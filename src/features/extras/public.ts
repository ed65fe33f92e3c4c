/** Small services beside the model: key-value storage, own answer schemas and AI operations. */
export { agentRoutes } from './ai/agent-routes.ts'
export { amenitiesOf, photosOf } from './ai/facts.ts'
export { ofListing } from './ai/gather.ts'
export { aiRoutes } from './ai/routes.ts'
export { ask, assertModel, gatheringOf } from './ai/run.ts'
export { tellCompleted } from './ai/tell.ts'
export { startKvCleanup } from './kv/cleanup.ts'
export { createShapes } from './schemas/shapes.ts'

/** Small services beside the model: key-value storage, own answer schemas and AI operations. */
export { agentRoutes } from './ai/agent-routes.ts'
export { listAmenities, listPhotos } from './ai/facts.ts'
export { gatherListing } from './ai/gather-subject.ts'
export { aiRoutes } from './ai/routes.ts'
export { askForOperation, assertModelConfigured, subjectSourceOf } from './ai/ask-for-operation.ts'
export { recordCompleted } from './ai/record-operation.ts'
export { startKvCleanup } from './kv/cleanup.ts'
export { createShapeFinder } from './schemas/shape-finder.ts'

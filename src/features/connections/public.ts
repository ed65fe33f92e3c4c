/** What other slices may use of connections. */
export { connectWithCredentials } from './connect.ts'
export { toConnection } from './map.ts'
export { connectableConnector, isConnectable, knownConnector } from './providers.ts'
export { connectionById } from './queries.ts'
export { verifyResumeToken } from './resume-link.ts'
export type { SessionDoor } from './store-connection.ts'
export { shownWebhooks } from './vendor-webhook.ts'

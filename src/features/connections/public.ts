/** What other slices may use of connections. */
export { connectWithCredentials } from './connect.ts'
export { toConnection } from './map.ts'
export { connectableConnector, isConnectable, knownConnector } from './providers.ts'
export { connectionById, connectionInbound, type ConnectionRow } from './queries.ts'
export type { SessionDoor } from './store-connection.ts'

/** Calendar files of others, and ours for others. */
export { exportAddressRoutes } from './export-routes.ts'
export { feedRoutes } from './feed-routes.ts'
export { urlContext } from './import.ts'
export { icalDoor, readersOf } from './readers.ts'
export { calendarAddresses } from './serve.ts'
export { startFeeds } from './worker.ts'

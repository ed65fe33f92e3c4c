/** Calendar files of others, and ours for others. */
export { exportAddressRoutes } from './export-routes.ts'
export { feedRoutes } from './feed-routes.ts'
export { readAhead, urlContext } from './import.ts'
export { openReading } from './reading.ts'
export { assertFeedUrl, feedUrl } from './address.ts'
export { fetchFeed, type Fetched } from './fetch.ts'
export { mostSpans } from './file/structure.ts'
export { feedEvents, platformOfFile, platformOfHost, type FeedEvent } from './platforms.ts'
export { icalDoor, readersOf } from './readers.ts'
export { calendarAddresses } from './serve.ts'
export { startFeeds } from './worker.ts'

/** Reading any calendar file. */
export { decoded } from './file/decode.ts'
export { writtenMoment } from './file/nights.ts'
export type { ReadEvent } from './file/read-events.ts'
export { createFileReader, FileRefused, type FileReader } from './file/reader.ts'
export { NotWhole, partsOf, propertyLines, type CalendarParts } from './file/structure.ts'

/** Nights: reading and writing them, and sending them to PMSs, channels, calendar files and feeds. */
export { toDay } from './availability/rules.ts'
export { assertFeedUrl, feedUrl } from './ical/address.ts'
export { exportAddressRoutes } from './ical/export-routes.ts'
export { feedRoutes } from './ical/feed-routes.ts'
export { type FeedResponse, fetchFeed } from './ical/fetch-feed.ts'
export { decodeCalendar } from './ical/file/decode-calendar.ts'
export { parseMoment } from './ical/file/nights.ts'
export type { ReadEvent } from './ical/file/read-events.ts'
export { type FileReader, FileRefused, createFileReader } from './ical/file/file-reader.ts'
export { type CalendarFileParts, NotWhole, mostSpans, partsOf, propertyLines } from './ical/file/structure.ts'
export { readAhead, urlContext } from './ical/import-feed.ts'
export { type FeedEvent, feedEvents, platformOfFile, platformOfHost } from './ical/platforms.ts'
export { icalReaderSource } from './ical/calendar-readers.ts'
export { openFeedReading } from './ical/feed-reading.ts'
export { registerCalendarRoutes } from './ical/serve-calendar.ts'
export { startFeeds } from './ical/worker.ts'
export { type NightSettingsGroup, storeNights } from './night-writes/store-nights.ts'
export { writePrices } from './night-writes/write-prices.ts'
export { writeAvailability } from './night-writes/write-availability.ts'
export { startReaderLooks } from './readers/look-at-readers.ts'
export { awaitPushes } from './selling/await-pushes.ts'
export { toMendsDrift } from './selling/drift.ts'
export { type ListingLink, listingLinks } from './selling/exposure-queries.ts'
export { exposureOf } from './selling/exposure-view.ts'
export { type LinkHealthLookup, linkHealth } from './selling/link-health.ts'
export { type ListedState, listedState, setListed } from './selling/listed-queries.ts'
export { type ChannelUnit, channelUnits } from './selling/map-queries.ts'
export { type MappingProblem, singleListingChannels, toTakeOver } from './selling/map-rules.ts'
export {
  type MappedUnit,
  type UnitMappingRequest,
  mapUnit,
  mapUnits,
  newListing,
} from './selling/map-unit.ts'
export { assertSellableAnew, sellAsNew } from './selling/new-unit.ts'
export { toMappingError } from './selling/mapping-error.ts'
export { suggestMappings } from './selling/suggest-mappings.ts'
export { lockAllPushes } from './selling/push-queries.ts'
export { startExposureReports } from './selling/report-exposure.ts'
export {
  type AccountUnit,
  type ListingOption,
  type MappedAccount,
  accountUnits,
  listingOptions,
  namesakes,
  stayCount,
} from './selling/unit-queries.ts'
export { startCalendarPushes, startSelling } from './selling/worker.ts'
export { type CallingAccount, setAccount } from './vrbo-feeds/account-queries.ts'
export {
  activateFeedAccount,
  endFeedAccount,
  findFeedAccount,
  rotatePair,
} from './vrbo-feeds/feed-accounts.ts'
export { hideListing, placeListing } from './vrbo-feeds/change-listing.ts'
export { feedListing, hasFetchedChange } from './vrbo-feeds/listing-queries.ts'
export { vrboReaderSource } from './vrbo-feeds/readers.ts'
export { registerFeedRoutes, createFeedGate } from './vrbo-feeds/serve.ts'
export { dropOpenPushes } from './night-writes/drop-pushes-queries.ts'
export { keepDoubtfulNights } from './selling/keep-doubtful-nights.ts'
export { keptNights } from './selling/kept-night-queries.ts'
export { openKeptNights } from './selling/open-kept-nights.ts'

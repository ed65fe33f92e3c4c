/** Listings that are sold on channels from here. */
export { listingLinks, type ListingLink } from './exposure-queries.ts'
export { exposureOf, exposureSummary } from './exposure-view.ts'
export { linkHealth, type HealthOf } from './health.ts'
export { listedState, setListed, type ListedState } from './listed-queries.ts'
export { toMendsDrift } from './drift.ts'
export { onceOn, toTakeOver, type MappingProblem } from './map-rules.ts'
export { suggestions } from './suggest.ts'
export {
  accountUnits,
  listingOptions,
  namesakes,
  type AccountUnit,
  type ListingOption,
  type MappedAccount,
} from './unit-queries.ts'
export { staysOf } from './unit-queries.ts'
export { assertSellableAnew, sellAsNew } from './new-unit.ts'
export { channelUnits, type ChannelUnit } from './map-queries.ts'
export { mapUnit, mapUnits, newListing, type MappedUnit, type WantedMapping } from './map-unit.ts'
export { refusalOf } from './refusal.ts'
export { sellingProgress } from './progress-queries.ts'
export { startSelling } from './worker.ts'
export { startExposureTelling } from './tell-exposure.ts'

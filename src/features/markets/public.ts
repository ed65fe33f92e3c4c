/** What other slices may use of markets. */
export { marketSignals, signalRadiusKm, type MarketSignal, type NightSignal } from './signal.ts'
export type { MarketEventRow } from './queries.ts'
export type { QualityTier } from './segment-rules.ts'
export { cityRoutes } from './city-routes.ts'
export { listingMarketRoutes } from './listing-routes.ts'
export { marketListRoutes } from './list-routes.ts'

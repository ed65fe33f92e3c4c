/** Markets loaded from files, comparables, and recommended prices. */
export { cityRoutes } from './city-routes.ts'
export { marketListRoutes } from './list-routes.ts'
export { listingMarketRoutes } from './listing-routes.ts'
export { pricingRoutes } from './pricing/routes.ts'
export { startPricing } from './pricing/worker.ts'

/** Recommended prices: their routes, and the nightly look. */
export { pricingRoutes } from './routes.ts'
export { startPricing } from './worker.ts'

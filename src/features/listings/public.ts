/** Listings, properties, their content and photos, and the plan's limits on them. */
export { registerFileRoutes } from './files/plugin.ts'
export { listingFiles } from './files/queries.ts'

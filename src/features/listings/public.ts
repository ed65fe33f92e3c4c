/** Listings, properties, their content and photos, and what a plan lets them be. */
export { registerFileRoutes } from './files/plugin.ts'
export { listingFiles } from './files/queries.ts'

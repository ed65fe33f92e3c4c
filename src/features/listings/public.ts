/** Listings, properties, their content and photos, and what a plan lets them be. */
export { files } from './files/plugin.ts'
export { listingFiles } from './files/queries.ts'

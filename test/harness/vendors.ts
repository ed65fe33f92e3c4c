import { connectors } from '../../src/connectors/index.ts'

/** Those that a test goes through which is the same for all of them. All: `test/e2e/every-vendor*`. */
export const everyVendor = Object.values(connectors)
export type Vendors = typeof everyVendor

/** Homes of one row each, homes over two generations of an API, hotels with room types, a channel. */
const families = new Set(['hostaway', 'guesty', 'mews', 'airbnb'])
/** What `npm test` takes, to be done in minutes. */
export const oneOfEachFamily = everyVendor.filter(({ manifest }) => families.has(manifest.id))

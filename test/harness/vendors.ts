import { connectors } from '../../src/connectors/index.ts'

/** For tests that are the same for every vendor; `test/e2e/every-vendor*` takes all. */
export const everyVendor = Object.values(connectors)
export type Vendors = typeof everyVendor

/** Homes of one row, homes over two API generations, hotels with room types, and a channel. */
const families = new Set(['hostaway', 'guesty', 'mews', 'airbnb'])
/** Tests that are not end to end take these, to finish within minutes. */
export const oneOfEachFamily = everyVendor.filter(({ manifest }) => families.has(manifest.id))

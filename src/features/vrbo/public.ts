/** Feeds that Vrbo fetches: the accounts that may, what stands in them, and what was fetched. */
export { setAccount } from './account-queries.ts'
export { activate, endAccount, knownAccount, rotate } from './accounts.ts'
export { hideListing, placeListing } from './change-listing.ts'
export { feedListing, showsAsAsked } from './listing-queries.ts'
export { feedReadersOf, vrboDoor } from './readers.ts'
export { feedAddresses, gateOf } from './serve.ts'
export type { CallingAccount } from './account-queries.ts'

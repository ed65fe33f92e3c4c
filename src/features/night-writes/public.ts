/** Setting nights of listings, whoever keeps them: the one writer behind every route that does. */

export { storeNights, type SetNights } from './store.ts'
export { writeAvailability } from './write.ts'
export { writePrices } from './write-prices.ts'

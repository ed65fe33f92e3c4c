/** Setting nights of listings, whoever keeps them: the one writer behind every route that does. */
export { uniqueDates } from './settings.ts'
export { storeNights, type SetNights } from './store.ts'
export { writeAvailability } from './write.ts'
export { writePrices, type NightPrices } from './write-prices.ts'

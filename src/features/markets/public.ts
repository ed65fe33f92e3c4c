/** What other slices may use of markets. */
export { marketSignals, type MarketSignal } from './signal.ts'
export type { MarketEventRow } from './queries.ts'

export { cityRoutes } from './city-routes.ts'
export { listingMarketRoutes } from './listing-routes.ts'
export { marketListRoutes } from './list-routes.ts'

/** For taking in files: the slice `market-loading` and the commands. */
export { CellFault, countIn, dateIn, degreesIn, inColumn, textIn } from './import/cells.ts'
export { cityIn } from './import/city.ts'
export { faultAt, Faults, MarketFileError, runningImport, saidWrongly } from './import/file-fault.ts'
export { fileKinds, type FileKind } from './import/columns.ts'

export { loadCity, type City, type CityFiles, type Loaded, type Loading } from './import/load.ts'
export { rowsOf, type MarketFile } from './import/read-csv.ts'
export { marketKey, marketLock } from './market-key.ts'

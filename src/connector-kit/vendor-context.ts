import type { VendorHttp } from './http.ts'

export interface GivenRow {
  externalId: string
  /** Holds the row and everything else its record is made of. */
  row: unknown
}

/** Returns ids of rows that are stored unchanged. */
export type StoredRows = (rows: readonly GivenRow[]) => Promise<ReadonlySet<string>>

/** Every operation gets this context: no tokens, no database, no clock of the machine. */
export interface VendorContext {
  http: VendorHttp
  now(): Date
  /** Lists that are read repeatedly ask here which rows they may skip (`map-news.ts`). */
  asStored?: StoredRows
}

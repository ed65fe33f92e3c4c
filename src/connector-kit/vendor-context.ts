import type { VendorHttp } from './http.ts'

/** A row with its record's id. */
export interface GivenRow {
  externalId: string
  /** The row, and everything else its record is made of. */
  row: unknown
}

/** Returns ids of rows that are stored unchanged. */
export type StoredRows = (given: readonly GivenRow[]) => Promise<ReadonlySet<string>>

/** What every operation is given. No tokens, no database, no clock of the machine. */
export interface VendorContext {
  http: VendorHttp
  now(): Date
  /** Where a list is read again and again: which of its rows need not be read (`map-news.ts`). */
  asStored?: StoredRows
}

import type { VendorHttp } from './http.ts'
import type { StoredRows } from './map-news.ts'

/** What every operation is given. No tokens, no database, no clock of the machine. */
export interface VendorContext {
  http: VendorHttp
  now(): Date
  /** Where a list is read again and again: which of its rows need not be read (`map-news.ts`). */
  asStored?: StoredRows
}

import type { VendorHttp } from './http.ts'

/** What every operation is given. No tokens, no database, no clock of the machine. */
export interface VendorContext {
  http: VendorHttp
  now(): Date
}

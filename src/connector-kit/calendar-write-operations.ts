/** Nights that are written through a vendor. How writes fail is said in write-operations.ts. */
import type { VendorContext } from './vendor-context.ts'

/** One setting for all nights of `[from, to]`, both included. What is absent stays as it is. */
export interface CalendarChange {
  listingExternalId: string
  /** Homes or rooms sold under the listing, for vendors that count instead of open and close. */
  unitCount: number
  from: string
  to: string
  available?: boolean
  /** Decimal string in the listing's currency. */
  price?: string
  currency: string | null
  minNights?: number
  maxNights?: number
  /** Homes or rooms that are left to sell; only where `fields.availableUnits`. */
  availableUnits?: number
  closedToArrival?: boolean
  closedToDeparture?: boolean
}

export interface NightFields {
  available: boolean
  price: boolean
  minNights: boolean
  maxNights: boolean
  availableUnits?: boolean
  closedToArrival?: boolean
  closedToDeparture?: boolean
}

/** Of channels that are sold on from here. */
export const everyNightField: NightFields = {
  available: true,
  price: true,
  minNights: true,
  maxNights: true,
  availableUnits: true,
  closedToArrival: true,
  closedToDeparture: true,
}

export interface CalendarWrites {
  /** Settings the vendor takes. */
  fields: NightFields
  /**
   * How many changes one call takes, whether they may be of several listings, and whether they are of one month. `listing`: all nights of
   * one are written with no more calls than a few are.
   */
  batch: { changes: number; listings: 'one' | 'many'; within?: 'month' | 'listing' }
  /** At most one batch. Refusals name the change by its place; what is not named was taken. */
  write(
    context: VendorContext,
    changes: readonly CalendarChange[],
  ): Promise<{ refused: { index: number; message: string }[] }>
}

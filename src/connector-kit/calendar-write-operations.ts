/** Describes how nights are written through a vendor; write-operations.ts says how writes fail. */
import type { VendorContext } from './vendor-context.ts'

/** A change sets all nights of `[from, to]` alike, both included. Absent fields stay as they are. */
export interface CalendarChange {
  listingExternalId: string
  /** Some vendors count units instead of opening and closing nights. */
  unitCount: number
  from: string
  to: string
  available?: boolean
  /** The price is a decimal string in the listing's currency. */
  price?: string
  currency: string | null
  minNights?: number
  maxNights?: number
  /** Units left to sell are set only where `fields.availableUnits`. */
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

/** Channels that sell through this server take every field. */
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
  /** The vendor accepts these settings. */
  fields: NightFields
  /**
   * Says how many changes a call takes, for one or many listings, and whether within a month. `listing` means
   * that all nights of a listing cost no more calls than a few.
   */
  batch: { changes: number; listings: 'one' | 'many'; within?: 'month' | 'listing' }
  /** Writes at most one batch. Refusals name changes by index; all others were accepted. */
  write(
    context: VendorContext,
    changes: readonly CalendarChange[],
  ): Promise<{ refused: { index: number; message: string }[] }>
}

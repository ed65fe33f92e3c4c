/** Reads and replaces a property's fees and taxes, in the channel's words. */
import type { VendorContext } from './vendor-context.ts'

interface ChargePeriod {
  applicable: { from: string; to?: string }
  configuration: object
}

export interface Charge {
  charge_key: { type: string; guest_origin?: string; travel_purpose?: string }
  charge_periods: ChargePeriod[]
}

export interface Charges {
  property_charges: Charge[]
  room_charges: { room_id: string; charges: Charge[] }[]
}

/** Writing removed this charge; `room_id` null means that it was the property's. */
export interface ClearedCharge {
  room_id: string | null
  charge_key: Charge['charge_key']
}

export interface PropertyCharges {
  read(context: VendorContext): Promise<Charges>
  /** Removes charges that are not listed. A second call changes nothing. */
  replace(context: VendorContext, charges: Charges): Promise<ClearedCharge[]>
}

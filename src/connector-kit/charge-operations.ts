/** Fees and taxes of a property, in the words of the channel: they are passed on as they are. */
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

/** What stood there and was not wanted any more; `room_id` null: of the property. */
export interface ClearedCharge {
  room_id: string | null
  charge_key: Charge['charge_key']
}

export interface PropertyCharges {
  read(context: VendorContext): Promise<Charges>
  /** What is not wanted is cleared. Doing it twice does no harm. */
  replace(context: VendorContext, wanted: Charges): Promise<ClearedCharge[]>
}

/**
 * Reads and writes a property's rooms, rates and nights at its channel: several rates per room, prices by
 * number of guests.
 */
import type { VendorContext } from './vendor-context.ts'

export interface VendorRatePlan {
  id: string
  name: string
  /** Null means that the maximum number of guests is unknown. */
  maxPersons: number | null
  /** The channel words the cancellation policy; null when unknown. */
  policy: string | null
  policyId: string | null
  /** Its prices derive from another rate. */
  isDerived: boolean
  /** The rate derives from this one, if the channel says. */
  parentId: string | null
  isReadOnly: boolean
  /** True for the room's rate that our calendar writes to. */
  takesCalendar: boolean
}

export interface RatedRoom {
  id: string
  name: string
  rates: readonly VendorRatePlan[]
}

export interface RateRules {
  closed?: boolean
  closedToArrival?: boolean
  closedToDeparture?: boolean
  /** These rules apply to every stay that includes the night. */
  minStay?: number
  maxStay?: number
  /** These rules apply to stays that begin with the night. */
  minStayArrival?: number
  maxStayArrival?: number
}

export interface RatedPrice {
  /** Null means that the price is for the room, for any number of guests. */
  guests: number | null
  /** The amount is decimal text. */
  amount: string
}

/** Fields that the channel did not give are absent. */
export interface NightOfRate extends RateRules {
  rateId: string
  prices: readonly RatedPrice[]
}

export interface RatedNight {
  date: string
  roomsToSell: number | null
  booked: number | null
  cancelled: number | null
  /** The room can be closed regardless of its rates; null when unknown. */
  closed: boolean | null
  rates: readonly NightOfRate[]
}

const pricingModels = ['standard', 'occupancy', 'length_of_stay'] as const
export type PricingModel = (typeof pricingModels)[number]

export interface RateUpdate {
  roomId: string
  rateId: string
  /** Both dates are included. */
  from: string
  to: string
  rules: RateRules
  roomsToSell?: number
  price?: {
    amount: string
    /** The price is for this number of guests; null, for the whole room, when it is unknown. */
    guests: number | null
    /** The rate allows this many guests, as far as known. */
    mostGuests: number | null
    /** A single guest pays this price. */
    single?: string
  }
}

/** Prices for other numbers of guests derive from the rate's price by these rules. */
export interface OccupancyRules {
  roomId: string
  rateId: string
  /** The rate's price is for this number of guests. */
  guests: number
  /** Numbers of guests that are not named get no price of their own. */
  others: readonly {
    guests: number
    by: 'percentage' | 'amount'
    /** The value is decimal text; it is negative where fewer guests pay less. */
    value: string
    /** Says if results are rounded; null leaves that to the channel. */
    rounded: boolean | null
  }[]
}

/** `price` means that only the price was refused. */
export interface RefusedUpdate {
  index: number
  part: 'price' | 'night'
  message: string
  reference?: string | undefined
}

export interface RateCalendar {
  /** One read takes at most this many nights. */
  longestRange: number
  property(context: VendorContext): Promise<{ currency: string | null }>
  pricing(context: VendorContext, roomId: string): Promise<PricingModel>
  rooms(context: VendorContext): Promise<RatedRoom[]>
  /** Both dates are included; at most `longestRange` nights. */
  nights(
    context: VendorContext,
    range: { roomId: string; from: string; to: string; withRates: boolean },
  ): Promise<RatedNight[]>
  /** A second write of the same changes nothing. Everything that is not refused was accepted. */
  write(context: VendorContext, updates: readonly RateUpdate[]): Promise<RefusedUpdate[]>
  /** Replaces earlier rules, which the channel does not return. A second call changes nothing. */
  deriveByGuests?(context: VendorContext, rules: readonly OccupancyRules[]): Promise<RefusedUpdate[]>
}

/** Rooms, rates and nights of a property at its channel: several rates per room, prices by number of guests. */
import type { VendorContext } from './vendor-context.ts'

export interface VendorRatePlan {
  id: string
  name: string
  /** The maximum number of guests; null when unknown. */
  maxPersons: number | null
  /** The cancellation policy in the channel's words; null when unknown. */
  policy: string | null
  policyId: string | null
  /** Its prices derive from another rate. */
  isDerived: boolean
  /** The rate it derives from, if the channel says. */
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
  /** For every stay that includes the night. */
  minStay?: number
  maxStay?: number
  /** For stays that begin with the night. */
  minStayArrival?: number
  maxStayArrival?: number
}

export interface RatedPrice {
  /** Null: the price is for the room, whoever comes. */
  guests: number | null
  /** Decimal text. */
  amount: string
}

/** A rate on one night; absent fields were not given. */
export interface NightOfRate extends RateRules {
  rateId: string
  prices: readonly RatedPrice[]
}

export interface RatedNight {
  date: string
  roomsToSell: number | null
  booked: number | null
  cancelled: number | null
  /** Whether the room is closed, regardless of its rates; null when unknown. */
  closed: boolean | null
  rates: readonly NightOfRate[]
}

const pricingModels = ['standard', 'occupancy', 'length_of_stay'] as const
export type PricingModel = (typeof pricingModels)[number]

export interface RateUpdate {
  roomId: string
  rateId: string
  /** Both included. */
  from: string
  to: string
  rules: RateRules
  roomsToSell?: number
  price?: {
    amount: string
    /** The number of guests that the price is for; null when unknown, then it is the room's. */
    guests: number | null
    /** The rate's maximum number of guests, as far as known. */
    mostGuests: number | null
    /** The price for a single guest. */
    single?: string
  }
}

/** How prices for other numbers of guests derive from the rate's price. */
export interface OccupancyRules {
  roomId: string
  rateId: string
  /** The number of guests that the rate's price is for. */
  guests: number
  /** Numbers of guests that are not named get no price of their own. */
  others: readonly {
    guests: number
    by: 'percentage' | 'amount'
    /** Decimal text; negative where fewer guests pay less. */
    value: string
    /** Whether results are rounded; null leaves that to the channel. */
    rounded: boolean | null
  }[]
}

/** `price`: only the price was refused. */
export interface RefusedUpdate {
  index: number
  part: 'price' | 'night'
  message: string
  reference?: string | undefined
}

export interface RateCalendar {
  /** The most nights per read. */
  longestRange: number
  property(context: VendorContext): Promise<{ currency: string | null }>
  pricing(context: VendorContext, roomId: string): Promise<PricingModel>
  rooms(context: VendorContext): Promise<RatedRoom[]>
  /** Both dates are included; at most `longestRange` nights. */
  nights(
    context: VendorContext,
    asked: { roomId: string; from: string; to: string; withRates: boolean },
  ): Promise<RatedNight[]>
  /** Idempotent. Everything that is not refused was accepted. */
  write(context: VendorContext, updates: readonly RateUpdate[]): Promise<RefusedUpdate[]>
  /** Idempotent; replaces earlier rules, which the channel does not return. */
  deriveByGuests?(context: VendorContext, rules: readonly OccupancyRules[]): Promise<RefusedUpdate[]>
}

/** Rooms, rates and nights of a property as its channel has them: several rates for a room, prices by number of guests. */
import type { VendorContext } from './vendor-context.ts'

export interface VendorRatePlan {
  id: string
  name: string
  /** How many guests it is for at most; null: not told. */
  maxPersons: number | null
  /** What is paid back when a stay is called off, in the channel's words; null: not told. */
  policy: string | null
  policyId: string | null
  /** Its prices follow those of another. */
  isDerived: boolean
  /** The rate that it is derived from, where the channel tells it. */
  parentId: string | null
  isReadOnly: boolean
  /** The one of its room that a calendar of ours is written to. */
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
  /** Of every stay that has the night. */
  minStay?: number
  maxStay?: number
  /** Of stays that begin with the night. */
  minStayArrival?: number
  maxStayArrival?: number
}

export interface RatedPrice {
  /** null: for the room, whoever comes. */
  guests: number | null
  /** Decimal text. */
  amount: string
}

/** Of a rate on a night; what is not there was not told. */
export interface NightOfRate extends RateRules {
  rateId: string
  prices: readonly RatedPrice[]
}

export interface RatedNight {
  date: string
  roomsToSell: number | null
  booked: number | null
  cancelled: number | null
  /** The room, whatever its rates say; null: not told. */
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
    /** Of how many guests; null: nobody knows, and it is the room's. */
    guests: number | null
    /** How many guests the rate is for at most, as far as that is known. */
    mostGuests: number | null
    /** What one guest alone pays. */
    single?: string
  }
}

/** How prices for other numbers of guests follow the price of a rate, on every night. */
export interface OccupancyRules {
  roomId: string
  rateId: string
  /** The rate's price is for so many guests. */
  guests: number
  /** Numbers of guests that are not named have no price of their own. */
  others: readonly {
    guests: number
    by: 'percentage' | 'amount'
    /** Decimal text; less than nothing where fewer guests pay less. */
    value: string
    /** Whether the result is rounded; null: as the channel does. */
    rounded: boolean | null
  }[]
}

/** `price`: everything else of the update was taken. */
export interface RefusedUpdate {
  index: number
  part: 'price' | 'night'
  message: string
  reference?: string | undefined
}

export interface RateCalendar {
  /** So many nights are read at once. */
  longestRange: number
  property(context: VendorContext): Promise<{ currency: string | null }>
  pricing(context: VendorContext, roomId: string): Promise<PricingModel>
  rooms(context: VendorContext): Promise<RatedRoom[]>
  /** Both ends included, at most `longestRange`. */
  nights(
    context: VendorContext,
    asked: { roomId: string; from: string; to: string; withRates: boolean },
  ): Promise<RatedNight[]>
  /** Setting the same twice does no harm. What is not refused was taken. */
  write(context: VendorContext, updates: readonly RateUpdate[]): Promise<RefusedUpdate[]>
  /** Setting the same twice does no harm; what a rate had is replaced. The channel does not tell the rules again. */
  deriveByGuests?(context: VendorContext, rules: readonly OccupancyRules[]): Promise<RefusedUpdate[]>
}

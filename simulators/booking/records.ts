import type { FieldTable, VendorRow } from '../kit/fields.ts'

/** What can be booked: a room of a hotel, of which there are several units. */
export const roomFields = {
  id: 'id',
  hotel_id: 'int',
  room_name: 'text',
  units: 'int',
  max_persons: 'int',
  max_children: 'int',
} as const satisfies FieldTable
export type Room = VendorRow<typeof roomFields>

export type PricingType = 'Standard' | 'OBP' | 'LOS'

export interface Hotel {
  id: number
  name: string
  type: string
  address: string
  city: string
  zip: string
  countrycode: string
  latitude: number
  longitude: number
  currency: string
  pricing_type: PricingType
  /** Instant booking, or requests that the property answers. */
  booking_model: 'IB' | 'RTB'
  /** Taxes are part of the prices of its rooms. */
  tax_included: boolean
  /** `pending`: the property has not finished naming this provider in the extranet. */
  connection: 'active' | 'pending'
  connected_at: string | null
  /** How far it is on its way to guests; only an open one can be booked. */
  status: string
  created: string
  content_score: number
  /** What one of its nights costs unless something else is written. */
  nightly: number
}

export interface RatePlan {
  id: number
  hotel_id: number
  rate_name: string
  policy: string
  policy_id: number
  /** Derived from another rate; its prices follow that rate's. */
  is_child_rate: boolean
  /** Of a child: false where it has prices of its own. */
  follows_price?: boolean
  /** Nothing of it can be written. */
  readonly: boolean
  /** Of the price that is written, or of the parent's. */
  share: number
}

/** As B.XML shows it, flat; `rooms` has what was sold of each room. */
export const reservationFields = {
  id: 'id',
  hotel_id: 'int',
  status: 'text',
  arrival_date: 'day',
  departure_date: 'day',
  room_id: 'int',
  rate_id: 'int',
  number_of_rooms: 'int',
  adults: 'int',
  children: 'int',
  booked_at: 'stamp',
  modified_at: 'stamp',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  telephone: 'text',
  address: 'text',
  city: 'text',
  zip: 'text',
  countrycode: 'text',
  remarks: 'text',
  meal_plan: 'text',
  loyalty_id: 'text',
  /** Paid by the channel with a card of its own. */
  virtual_card: 'bool',
  /** Nobody has one unless it is entered by hand: it is told as a channel tells it to whoever may know. */
  card_number: 'text',
  currencycode: 'text',
  totalprice: 'number',
  commissionamount: 'number',
  total_cancellation_fee: 'number',
  rooms: 'list',
} as const satisfies FieldTable

export type Reservation = Omit<VendorRow<typeof reservationFields>, 'rooms'> & { rooms: SoldRoom[] }

export interface SoldRoom {
  roomreservation_id: number
  room_id: number
  guest_name: string
  adults: number
  children: number
  nights: { date: string; rate_id: number; price: number }[]
}

/** What a channel may tell later than the booking. */
export const guestFields = ['first_name', 'last_name', 'email', 'telephone'] as const

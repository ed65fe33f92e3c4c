import type { FieldTable, VendorRow } from '../kit/fields.ts'

/** A listing is a room type of a hotel with several units. */
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
  /** Instant booking (`IB`), or requests that the property answers (`RTB`). */
  booking_model: 'IB' | 'RTB'
  /** The prices of its rooms include taxes. */
  tax_included: boolean
  /** `pending` means that the property has not finished naming this provider in the extranet. */
  connection: 'active' | 'pending'
  connected_at: string | null
  /** The state of its publication; guests can book only an open hotel. */
  status: string
  created: string
  content_score: number
  /** A night costs this unless another price was written. */
  nightly: number
}

export interface RatePlan {
  id: number
  hotel_id: number
  rate_name: string
  policy: string
  policy_id: number
  /** A child rate derives its prices from another rate. */
  is_child_rate: boolean
  /** False for a child with prices of its own. */
  follows_price?: boolean
  /** Nothing of it can be written. */
  readonly: boolean
  /** The share of the written price, or of the parent's. */
  share: number
}

/** A flat form as in B.XML; `rooms` has what was sold of each room. */
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
  /** The channel pays with a card of its own. */
  virtual_card: 'bool',
  /** Empty unless entered by hand; the channel shows it only to permitted providers. */
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

/** The channel may send these later than the booking. */
export const guestFields = ['first_name', 'last_name', 'email', 'telephone'] as const

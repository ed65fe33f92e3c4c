import type { FieldTable, VendorRow } from '../kit/fields.ts'

export const apartmentFields = {
  id: 'id',
  name: 'text',
  location: 'object',
  timeZone: 'text',
  rooms: 'object',
  equipments: 'texts',
  currency: 'text',
  price: 'object',
  type: 'object',
} as const satisfies FieldTable

export const bookingFields = {
  id: 'id',
  'reference-id': 'text',
  type: 'text',
  arrival: 'day',
  departure: 'day',
  'created-at': 'text',
  modifiedAt: 'text',
  apartment: 'object',
  channel: 'object',
  'guest-name': 'text',
  firstname: 'text',
  lastname: 'text',
  email: 'text',
  phone: 'text',
  adults: 'int',
  children: 'int',
  'check-in': 'text',
  'check-out': 'text',
  notice: 'text',
  'assistant-notice': 'text',
  price: 'number',
  'city-tax': 'number',
  'price-paid': 'text',
  'commission-included': 'number',
  prepayment: 'number',
  'prepayment-paid': 'text',
  deposit: 'number',
  'deposit-paid': 'text',
  language: 'text',
  'guest-app-url': 'text',
  'is-blocked-booking': 'bool',
  guestId: 'int',
  related: 'list',
  priceElements: 'list',
} as const satisfies FieldTable

/** A channel may send these later than the booking. */
export const guestFields = ['guest-name', 'firstname', 'lastname', 'email', 'phone', 'language'] as const

export type Apartment = VendorRow<typeof apartmentFields>
export type Booking = VendorRow<typeof bookingFields>

export function apartmentOf({ apartment }: Partial<Booking>): number {
  return Number((apartment as { id?: unknown } | null)?.id ?? 0)
}

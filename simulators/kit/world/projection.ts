/**
 * The world invents homes, stays, messages and reviews; a vendor says how each becomes a row of its own, and which of
 * the row's fields the world reads back when the row is changed from outside.
 */
import type { FieldTable } from '../fields.ts'
import type { OccupiedSpan } from '../free-stay.ts'
import type { Person } from '../people.ts'
import type { SeedPlace } from '../places.ts'
import type { SeededRandom } from '../random.ts'

export type RowId = string | number

/** The types of a vendor's rows, and its own words for the channel and the status of a stay. */
export interface WorldKinds {
  home: object
  stay: object
  message: object
  review: object
  channel: unknown
  status: unknown
}

/** Values with their frequencies. */
type Weights<Card> = readonly (readonly [Card, number])[]

/** A home, or a room type of several units, before the vendor has put it into its own words. */
export interface InventedHome {
  /** Counts from 0; ids are made of it. */
  number: number
  place: SeedPlace
  name: string
  street: string
  lat: number
  lng: number
  bedrooms: number
  bathrooms: number
  sleeps: number
  checkIn: string
  checkOut: string
  /** The price of a night from Sunday to Thursday, in the place's currency. */
  nightly: number
  cleaning: number
  /** For details that only this vendor has. */
  random: SeededRandom
}

/** The days of a row, or of a change that may name none. */
export interface StayDays {
  arrival: string | null | undefined
  departure: string | null | undefined
}

export interface InventedParty {
  adults: number
  children: number
  infants: number
  pets: number
}

/** The price of a stay in the home's currency; `total` is the sum for the guest. */
export interface InventedPrice {
  currency: string
  rent: number
  cleaning: number
  /** A tenth off the rent from seven nights on, else 0; never negative. */
  discount: number
  tax: number
  total: number
  isPaid: boolean
}

/** A stay before the vendor has put it into its own words. */
export interface InventedStay<K extends WorldKinds> extends OccupiedSpan {
  /** Counts from 0; ids are made of it. */
  number: number
  home: K['home']
  /** The unit of the home, from 1; 0 while none of several is assigned. */
  unit: number
  status: K['status']
  channel: K['channel']
  person: Person
  /** People who come again keep their number. */
  guestNumber: number
  party: InventedParty
  price: InventedPrice
  madeAtMs: number
  changedAtMs: number
  /** Fields that a control call sets; they replace the row's. */
  overrides: Partial<K['stay']>
  /** For details that only this vendor has. */
  random: SeededRandom
}

interface InventedMessage<K extends WorldKinds> {
  number: number
  threadId: RowId
  stay: K['stay']
  body: string
  isIncoming: boolean
  atMs: number
}

interface InventedReview<K extends WorldKinds> {
  number: number
  stay: K['stay']
  /** Of five. */
  rating: number
  text: string
  atMs: number
  random: SeededRandom
}

export interface HomeProjection<K extends WorldKinds> {
  fields: FieldTable
  /** Fields that nobody can set. */
  fixed: readonly string[]
  idOf(home: K['home']): RowId
  toRow(home: InventedHome): K['home']
  /** Homes with one number stand at one place, such as the rooms of a hotel; by default each has its own. */
  placeNumberOf?(number: number): number
  /** Whether guests can book it; by default every home is open. */
  isOpen?(home: K['home']): boolean
  /** The price of a night that nobody has set, for vendors whose rows hold it. */
  priceOf?(home: K['home'], day: string): number
  /** The number of units; 1 by default. */
  unitsOf?(home: K['home']): number
  /** Returns the fields that every change writes, such as its time. */
  toChanged?(home: K['home'], nowMs: number): Partial<K['home']>
}

export interface StayProjection<K extends WorldKinds> {
  fields: FieldTable
  /** Fields that nobody can set. */
  fixed: readonly string[]
  idOf(stay: K['stay']): RowId
  /** Reads the home's id; undefined if there is none. */
  homeIdOf(stay: Partial<K['stay']>): unknown
  /** Reads the homes of further rooms that were booked together with the first. */
  furtherHomeIdsOf?(stay: K['stay']): readonly unknown[]
  /** The names of the first and the last day. */
  arrival: keyof K['stay'] & string
  departure: keyof K['stay'] & string
  /** Reads both days, for vendors whose fields are no plain days. */
  daysOf?(stay: Partial<K['stay']>): StayDays
  /** Nights that a departure must be behind the arrival; 0 by default. */
  leastNights?: 0 | 1
  channels: Weights<K['channel']>
  /** Channels of bookings made after the seed; all by default. */
  bookingChannels?: Weights<K['channel']>
  /** Statuses of stays that are over when the account is seeded, and of those that are not. */
  past: Weights<K['status']>
  coming: Weights<K['status']>
  /** The status of a new booking. */
  booked(home: K['home']): K['status']
  toRow(stay: InventedStay<K>): K['stay']
  /** Whether nobody else can have its nights. */
  takesNights(stay: K['stay']): boolean
  /** Whether guests stay: they write, review, change and cancel. A block is no such stay. */
  isOfGuests(stay: K['stay']): boolean
  isCancelled(stay: K['stay']): boolean
  /** Returns the fields that a cancellation writes. */
  toCancelled(stay: K['stay'], nowMs: number): Partial<K['stay']>
  /** Returns the fields that every change writes, such as its time; the stay does not have the changed `fields` yet. */
  toChanged?(stay: K['stay'], nowMs: number, fields: Partial<K['stay']>): Partial<K['stay']>
  /** Returns the fields that follow from those that a control call names, such as the number of nights. */
  derived?(stay: K['stay'], named: Partial<K['stay']>, home: K['home']): Partial<K['stay']>
  /** Returns the fields of another number of guests, which is the usual change. */
  toParty(adults: number, stay: K['stay']): Partial<K['stay']>
  /** The guest's fields while a channel withholds them. */
  withoutGuest: Partial<K['stay']>
}

export interface MessageProjection<K extends WorldKinds> {
  /** Reads the thread of a stay; undefined while it has none. */
  threadIdOf(stay: K['stay']): RowId | undefined
  /** Gives a stay its thread; threads count from 0. */
  openThread?(stay: K['stay'], number: number): void
  toRow(message: InventedMessage<K>): K['message']
  /** Whether the stay's channel carries messages; all do by default. */
  canWrite?(stay: K['stay']): boolean
  /** Returns the fields that a message writes into its stay. */
  toWritten?(stay: K['stay'], nowMs: number): Partial<K['stay']>
}

export interface ReviewProjection<K extends WorldKinds> {
  idOf(review: K['review']): RowId
  toRow(review: InventedReview<K>): K['review']
}

/** Everything that a vendor says of its rows. */
export interface WorldProjection<K extends WorldKinds> {
  homes: HomeProjection<K>
  stays: StayProjection<K>
  /** Absent if the vendor has no messages. */
  messages?: MessageProjection<K>
  /** Absent if the vendor has no reviews. */
  reviews?: ReviewProjection<K>
}

/** Something happened after the seed; most vendors send a webhook of it. */
export type WorldEvent<K extends WorldKinds> =
  | { family: 'home'; action: 'changed'; row: K['home'] }
  | { family: 'stay'; action: 'created' | 'deleted'; row: K['stay'] }
  /** `before` is the row as it was, because some vendors name what has changed. */
  | { family: 'stay'; action: 'changed' | 'cancelled'; row: K['stay']; before: K['stay'] }
  | { family: 'message'; action: 'created'; row: K['message']; stay: K['stay'] }

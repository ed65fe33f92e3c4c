import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  currencyOrNull,
  decimalText,
  flag,
  id,
  integer,
  linkOrNull,
  nullable,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'

const guestFields = {
  id: id('Id of the guest.'),
  displayName: text('First name; the last name when there is no first name, `Guest` when there is neither.'),
  displayNameLong: text('First and last name; the first name alone when there is no last name.'),
  avatarUrl: linkOrNull('Picture of the guest.'),
  language: textOrNull('Language, ISO 639-1.'),
  country: textOrNull('Country.'),
  phone: textOrNull('Primary phone number.'),
  email: nullable(Type.String({ format: 'email' }), { description: 'Primary e-mail address.' }),
  totalReservations: integer(
    'Bookings over the lifetime: past, present and future ones, pending ones too, cancelled ones not. Those on inactive listings are left out.',
    { minimum: 0 },
  ),
  totalRevenue: decimalText(
    'Sum of the prices of the bookings counted in `totalReservations`, as decimal text with two places. Amounts of different currencies are never added up: only bookings in the currency of the latest priced one count.',
  ),
}

/** `GET /v1/guests` lists these rows. */
export const GuestRow = record({
  ...guestFields,
  firstStayedAt: timestampOrNull(
    'First night of the first confirmed stay that has begun, as midnight UTC of that date; null before any.',
  ),
  lastStayedAt: timestampOrNull('First night of the latest confirmed stay that has begun, likewise.'),
  createdAt: timestamp('When the guest was created here.'),
})
export type GuestRow = Static<typeof GuestRow>

export const GuestContact = record({
  type: text('`email` or `phone`.'),
  value: text('The address or number.'),
  verified: flag('Whether the source verified it.'),
  isPrimary: flag('Whether it is the preferred one.'),
  lastUsed: timestampOrNull('When it was last used.'),
})
export type GuestContact = Static<typeof GuestContact>

export const GuestFlag = record({
  type: text('For example `info`, `warning` or `block`.'),
  note: textOrNull('Why.'),
  isActive: flag('Whether it still applies.'),
  createdAt: timestampOrNull('When it was set.'),
})
export type GuestFlag = Static<typeof GuestFlag>

export const GuestNote = record({
  id: id('Id of the note.'),
  body: textOrNull('Text.'),
  category: textOrNull('Category.'),
  createdAt: timestampOrNull('When it was written.'),
  createdBy: textOrNull('Who wrote it.'),
})
export type GuestNote = Static<typeof GuestNote>

/** Answer of `GET /v1/guests/{id}`. */
export const GuestProfile = record({
  ...guestFields,
  currency: currencyOrNull('Currency of `totalRevenue`; without bookings, the one the guest prefers.'),
  isBlacklisted: flag('Whether the guest is not to be accepted again.'),
  blacklistedReason: textOrNull('Why not.'),
  riskLevel: textOrNull('Risk, for example `low`, `medium` or `high`.'),
  verificationLevel: textOrNull('How far the identity was checked.'),
  createdAt: timestampOrNull('When the guest was created here.'),
  contacts: Type.Array(GuestContact),
  flags: Type.Array(GuestFlag),
  notes: Type.Array(GuestNote),
  reservationsSummary: record({
    total: integer('All bookings.', { minimum: 0 }),
    future: integer('Bookings that are neither past nor cancelled.', { minimum: 0 }),
    past: integer('Stays that are over.', { minimum: 0 }),
    cancelled: integer('Cancelled bookings.', { minimum: 0 }),
  }),
})
export type GuestProfile = Static<typeof GuestProfile>

/** Quotes price a stay, by a PMS or by this server. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { calendarRules } from './calendar-rules.ts'
import { bodyId, people, stayDate } from './body-fields.ts'
import {
  currency,
  currencyOrNull,
  dateOnly,
  flag,
  id,
  idOrNull,
  integer,
  nullable,
  number,
  numberOrNull,
  oneOfStrings,
  record,
  text,
} from './fields.ts'
import { DataFreshness } from './freshness.ts'
import { priceItems, securityDeposit } from './stay-pricing.ts'

export const PmsQuoteBody = record({
  listingId: bodyId('Listing to price.'),
  checkIn: stayDate('First night.'),
  checkOut: stayDate('Day of departure, after `checkIn`.'),
  adults: Type.Optional(people('Adults.', 1)),
  children: Type.Optional(people('Children.', 0)),
  guestCount: Type.Optional(people('How many come in all.', 1)),
  unitId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Unit to price, as the PMS calls it.' }),
  ),
})

export type PmsQuoteBody = Static<typeof PmsQuoteBody>

const part = (description: string) => Type.Optional(number(description))

export const PmsQuote = record({
  listingId: id('The listing.'),
  provider: text('The PMS that gave the price.', { examples: ['hostaway'] }),
  checkIn: dateOnly('First night.'),
  checkOut: dateOnly('Day of departure.', { examples: ['2026-05-18'] }),
  available: flag('Whether the stay can be booked.'),
  total: numberOrNull('Price of the stay; null when it cannot be booked.'),
  currency: currencyOrNull('Its currency.'),
  breakdown: nullable(
    record({
      accommodation: part('Nights.'),
      cleaningFee: part('Cleaning.'),
      taxes: part('Taxes.'),
      fees: part('Other fees.'),
    }),
    { description: 'What the price is made of; parts the PMS does not itemise are left out.' },
  ),
  restrictions: Type.Array(Type.String(), { description: 'Why it cannot be booked, in plain words.' }),
})

export type PmsQuote = Static<typeof PmsQuote>

const amount = (description: string) => Type.Optional(numberOrNull(description))

export const quoteReasons = [...calendarRules, 'short_notice', 'turnover', 'no_pets'] as const

/** Answer of `GET /v1/quotes`. */
export const Quote = record({
  listingId: id('The listing.'),
  websiteId: idOrNull('The booking website; null, because this server has none of its own.'),
  checkIn: dateOnly('First night.'),
  checkOut: dateOnly('Day of departure.', { examples: ['2026-05-18'] }),
  guests: integer('How many come.'),
  nights: integer('How many nights.'),
  available: flag('Whether the stay can be booked.'),
  reason: Type.Optional(oneOfStrings(quoteReasons, { description: 'Why not; only when it cannot.' })),
  currency: currency('Currency of every amount here.'),
  availableUnits: nullable(Type.Integer(), {
    description: 'Homes or rooms left on the fullest of the nights.',
  }),
  pricing: record({
    nightlyTotal: amount('The nights.'),
    lengthOfStayDiscount: amount('Discount for a long stay, negative.'),
    lengthOfStayDiscountPercent: amount('The same in percent.'),
    cleaningFee: amount('Cleaning.'),
    petFee: amount('Pets; always null, because listings have no such fee here.'),
    otherFees: amount('Guests above those that the price includes.'),
    taxes: amount('Taxes; always null, because they are not known here.'),
    total: amount('All of it; the amounts above add up to it, and so do the items.'),
    items: priceItems,
    securityDeposit,
  }),
  dataFreshness: Type.Optional(DataFreshness),
})

export type Quote = Static<typeof Quote>

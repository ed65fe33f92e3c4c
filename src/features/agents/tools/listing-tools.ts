/** Tools about listings and their nights. */
import { Type } from 'typebox'
import type { ListingCalendar } from '../../../contract/listing-calendar.ts'
import type { ListingRow } from '../../../contract/listing.ts'
import type { ListingPricing } from '../../../contract/pricing.ts'
import { oneOfStrings } from '../../../contract/fields.ts'
import { ApiRefusal, readApi, type AnswerPage } from './api-caller.ts'
import { OutsideText, OutsideTextOrNull, outsideText, outsideTextOrNull } from './outside-text.ts'
import {
  addDays,
  agentTool,
  civilDate,
  dateInput,
  idInput,
  inputOf,
  nextCursor,
  NumberOrNull,
  pageInput,
  readOnly,
  TextOrNull,
  usualRows,
} from './agent-tool.ts'

const findListings = agentTool({
  name: 'find_listings',
  title: 'Find listings',
  description:
    'Listings by name, street or city, with their ids, channels and status. Start here: other tools need listing_id.',
  hints: readOnly,
  input: inputOf({
    query: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name, street or city.' })),
    status: Type.Optional(oneOfStrings(['active', 'inactive', 'archived', 'all'])),
    ...pageInput,
  }),
  output: Type.Object({
    listings: Type.Array(
      Type.Object({
        id: Type.String(),
        name: OutsideText,
        city: OutsideTextOrNull,
        status: Type.String(),
        channels: Type.Array(Type.String()),
        currency: TextOrNull,
      }),
    ),
    total: Type.Integer(),
    ...nextCursor,
  }),
  async run({ api }, { query, status, limit = usualRows, cursor }) {
    const page = await readApi<AnswerPage<ListingRow>>(api, '/v1/listings', {
      q: query,
      status,
      limit,
      cursor,
    })
    return {
      listings: page.data.map((row) => ({
        id: row.id,
        name: outsideText(row.name, 200),
        city: 'city' in row ? outsideTextOrNull(row.city, 200) : null,
        status: row.status,
        channels: row.channels.map(({ platform }) => platform),
        currency: 'currency' in row ? row.currency : null,
      })),
      total: page.pagination.total ?? page.data.length,
      next_cursor: page.pagination.nextCursor,
    }
  },
})

const longestCalendar = 62

const Night = Type.Object({
  date: Type.String(),
  available: Type.Boolean(),
  price: NumberOrNull,
  min_nights: Type.Integer(),
  no_arrival: Type.Optional(Type.Literal(true)),
  no_departure: Type.Optional(Type.Literal(true)),
  unknown: Type.Optional(Type.Literal(true)),
  stay_ids: Type.Array(Type.String()),
})

function nightRows({ nights, stays }: ListingCalendar) {
  return nights.map((night) => ({
    date: night.date,
    available: night.available,
    price: night.price,
    min_nights: night.minNights,
    ...(night.closedToArrival ? { no_arrival: true as const } : {}),
    ...(night.closedToDeparture ? { no_departure: true as const } : {}),
    ...(night.isKnown ? {} : { unknown: true as const }),
    stay_ids: stays
      .filter(({ checkIn, checkOut }) => checkIn <= night.date && night.date < checkOut)
      .map(({ id }) => id),
  }))
}

const nightsAndPrices = agentTool({
  name: 'nights_and_prices',
  title: 'Nights and prices of a listing',
  description: `Each night of a listing: open or closed, price, minimum stay, and the stays on it. A closed night without stay_ids was closed by the host or a calendar. At most ${longestCalendar} nights; 31 from today when left out.`,
  hints: readOnly,
  input: inputOf({
    listing_id: idInput(),
    from: Type.Optional(dateInput()),
    to: Type.Optional(dateInput('Last night.')),
  }),
  output: Type.Object({
    name: OutsideText,
    currency: TextOrNull,
    nights: Type.Array(Night),
    stays: Type.Array(
      Type.Object({
        id: Type.String(),
        check_in: Type.String(),
        check_out: Type.String(),
        status: Type.String(),
        platform: TextOrNull,
        guest: OutsideTextOrNull,
      }),
    ),
  }),
  async run({ api, now }, { listing_id, from = civilDate(now()), to = addDays(from, 30) }) {
    const last = [to, addDays(from, longestCalendar - 1)].toSorted()[0]
    const page = await readApi<AnswerPage<ListingCalendar>>(api, '/v1/calendar', {
      listing_id,
      from,
      to: last,
    })
    const [calendar] = page.data
    if (!calendar) throw noCalendar()
    return {
      name: outsideText(calendar.name, 200),
      currency: calendar.currency,
      nights: nightRows(calendar),
      stays: calendar.stays.map((stay) => ({
        id: stay.id,
        check_in: stay.checkIn,
        check_out: stay.checkOut,
        status: stay.status,
        platform: stay.platform,
        guest: outsideTextOrNull(stay.guestName, 200),
      })),
    }
  },
})

const noCalendar = () =>
  new ApiRefusal({
    code: 'not_found',
    message: 'There is no active listing of this id.',
    fix: 'Look for it with find_listings and status "all".',
  })

const longestAdvice = 31

const recommendedPrices = agentTool({
  name: 'recommended_prices',
  title: 'Recommended prices, with reasons',
  description: `What each open night should cost and why, beside what it costs now. At most ${longestAdvice} nights.`,
  hints: readOnly,
  input: inputOf({
    listing_id: idInput(),
    from: Type.Optional(dateInput()),
    to: Type.Optional(dateInput()),
  }),
  output: Type.Object({
    nights: Type.Array(
      Type.Object({
        date: Type.String(),
        price_now: NumberOrNull,
        recommended: Type.Number(),
        currency: Type.String(),
        confidence: Type.Number(),
        status: Type.String(),
        reasons: Type.Array(Type.String()),
      }),
    ),
    warnings: Type.Array(Type.String()),
  }),
  async run({ api, now }, { listing_id, from = civilDate(now()), to = addDays(from, 13) }) {
    const last = [to, addDays(from, longestAdvice - 1)].toSorted()[0]
    const advice = await readApi<ListingPricing>(api, `/v1/listings/${listing_id}/pricing`, {
      startDate: from,
      endDate: last,
    })
    return {
      nights: advice.recommendations.map((night) => ({
        date: night.date,
        price_now: night.currentPrice,
        recommended: night.recommendedPrice,
        currency: night.currency,
        confidence: night.confidence,
        status: night.status,
        reasons: Object.values(night.factors).map(({ amount, reason }) => `${amount}: ${reason}`),
      })),
      warnings: advice.warnings,
    }
  },
})

export const listingTools = [findListings, nightsAndPrices, recommendedPrices]

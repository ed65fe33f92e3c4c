import { Type } from 'typebox'
import { PmsQuote, PmsQuoteBody, Quote } from '../../contract/quotes.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorQuote } from '../../connector-kit/write-operations.ts'
import { ApiError } from '../../platform/api-error.ts'
import { todayAt } from '../../records/property-day.ts'
import { isChannelName } from '../../records/relay.ts'
import { currentPrice, toQuotePricing, type StayPrice } from '../../records/rates/public.ts'
import { route } from '../route.ts'
import { refreshIfOlder, maxAge, sourcesOfNights } from '../sync/public.ts'
import { leastLeft, storedNights } from '../../records/calendar/public.ts'
import { callConnection } from '../../upstream/access.ts'
import { unitExternalId } from './pms/intent-queries.ts'
import { listingToBook, findPms } from './manager.ts'
import { bookingAccess, writesOf } from './pms/pms-checks.ts'
import { unsupported } from '../../upstream/errors.ts'
import { quoteRequestOf } from './pms/pms-draft.ts'
import { toPmsError } from './pms/pms-errors.ts'
import { listBrokenStayRules, stretchToJudge, nightsOfStay } from './judge-stay.ts'
import { bookingRules } from './quote-queries.ts'
import { takenNights } from './pms/pms-nights.ts'
import { assertNotOver, assertParty, assertStay, idOf, describeDates } from './rules.ts'

const date = (description: string) =>
  Type.String({ format: 'date', pattern: '^(?!0000)', description, examples: ['2026-07-01'] })
const count = (description: string, minimum: number) =>
  Type.Optional(Type.Integer({ minimum, maximum: 1000, description }))

const GetQuote = Type.Object(
  {
    property_id: Type.String({
      pattern: '^[1-9][0-9]{0,17}$',
      description: 'Listing to price. A positive whole number.',
    }),
    check_in: date('First night.'),
    check_out: date('Day of departure.'),
    guests: count('How many come; 1 unless told.', 1),
    pets: count(
      'How many pets; none unless told. They are not priced, and not taken where the listing says so.',
      0,
    ),
    website_id: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,17}$',
        description: 'A booking website. This server has none of its own, so leave it out.',
      }),
    ),
    ...maxAge,
  },
  { additionalProperties: false },
)

const number = (decimal: string | null | undefined) =>
  decimal === null || decimal === undefined ? null : Number(decimal)

/** The error for a connector failure during a quote. */
function quoteError(error: unknown, provider: string): ApiError {
  if (!(error instanceof VendorError)) throw error
  const isQuotesOwn = error.kind === 'rejected' || error.kind === 'not_found' || error.kind === 'malformed'
  if (!isQuotesOwn) return toPmsError(error, { kind: 'create', provider, source: null })
  const said = error.vendorMessage ?? error.message
  return new ApiError(
    'quote_failed',
    `${provider} could not price the stay: ${said}`,
    { provider },
    { cause: error },
  )
}

function breakdownOf({ breakdown }: VendorQuote): PmsQuote['breakdown'] {
  if (breakdown === undefined) return null
  return Object.fromEntries(Object.entries(breakdown).map(([name, amount]) => [name, Number(amount)]))
}

function whyNoPrice(id: string, price: StayPrice | null): string {
  if (price) return `Listing ${id} has no rate for the nights ${describeDates(price.unpricedNights)}.`
  return `Listing ${id} has no currency: set \`pricing.currency\` with PUT /v1/listings/${id}/content.`
}

export const quoteRoutes = [
  route({
    method: 'POST',
    url: '/v1/reservations/quote',
    id: 'quoteReservation',
    family: 'reservations',
    ofListings: 'narrows',
    tag: 'Reservations',
    summary: 'Price a stay in the PMS',
    description: 'What the PMS that keeps the listing asks for the stay. Nothing is booked or held.',
    write: false,
    body: PmsQuoteBody,
    reply: PmsQuote,
    errors: [
      'listing_inactive',
      'connection_reauth_required',
      'no_connection',
      'pms_writes_off',
      'pms_not_linked',
      'pms_write_unsupported',
      'unsupported_field',
      'pms_error',
      'quote_failed',
    ],
    statuses: { no_connection: 409 },
    handle: async ({ services, scope, body, fail }) => {
      const listing = await listingToBook({ db: services.db, scope }, idOf(body.listingId))
      const pms = findPms(listing, services.connectors)
      if (!pms || isChannelName(pms.connector.manifest.id))
        return fail('pms_not_linked', `No PMS keeps listing ${listing.id}.`, { listing_id: listing.id })
      const { connector } = pms
      const provider = connector.manifest.id
      const access = await bookingAccess(services, scope, pms)
      const { quote, fields } = writesOf(connector)
      if (!quote) throw unsupported(provider, 'price a stay')
      assertStay(body)
      assertNotOver(body.checkIn, listing, services.clock.now())
      assertParty(body)
      if (body.unitId !== undefined && !fields.unit) {
        return fail('unsupported_field', `${provider} prices no single units.`, {
          field: 'unitId',
          fields: ['unitId'],
          provider,
        })
      }
      const unit =
        body.unitId === undefined
          ? undefined
          : ((await unitExternalId(services.db, scope, listing.id, body.unitId)) ??
            fail('not_found', `Listing ${listing.id} has no such unit.`, { field: 'unitId' }))
      const { checkIn, checkOut } = body
      const answer = await callConnection(access, (context) =>
        quote(context, quoteRequestOf(pms.listing, body, unit)),
      ).catch((error: unknown): VendorQuote => {
        if (error instanceof VendorError && error.reason === 'dates_unavailable') {
          const restrictions = [error.vendorMessage ?? error.message]
          return { available: false, total: null, currency: null, restrictions }
        }
        throw quoteError(error, provider)
      })
      const taken = await takenNights(access, { listingId: listing.id, checkIn, checkOut })
      const available = answer.available && taken.length === 0
      const restrictions =
        taken.length === 0
          ? answer.restrictions
          : [...answer.restrictions, `Booked on ${describeDates(taken)}.`]
      return {
        listingId: listing.id,
        provider,
        checkIn,
        checkOut,
        available,
        total: available ? number(answer.total) : null,
        currency: available ? answer.currency : null,
        breakdown: available ? breakdownOf(answer) : null,
        restrictions,
      }
    },
  }),

  route({
    method: 'GET',
    url: '/v1/quotes',
    id: 'getQuote',
    family: 'reservations',
    ofListings: 'narrows',
    tag: 'Reservations',
    summary: 'Price a direct booking',
    description:
      'From the calendar and the rates that are held here, for any listing: nights, discounts for long stays, guests above those included, cleaning. A booking of a listing that is kept here costs the same. Fees and discounts that a PMS has are not read from it: what it asks in all is told by `POST /v1/reservations/quote`. Markups of channels are not in it.',
    query: GetQuote,
    reply: Quote,
    errors: ['listing_inactive', 'quote_unavailable', 'too_stale'],
    handle: async (context) => {
      const { services, scope, query, fail } = context
      const { property_id: id, check_in: checkIn, check_out: checkOut, guests = 1, pets = 0 } = query
      const booked = await listingToBook({ db: services.db, scope }, id, 'property_id')
      assertStay({ checkIn, checkOut }, 'check_out', 'invalid_params')
      assertNotOver(checkIn, booked, services.clock.now(), { field: 'check_in', code: 'invalid_params' })
      if (query.website_id !== undefined) {
        return fail('quote_unavailable', `There is no booking website ${query.website_id}.`, {
          field: 'website_id',
          value_received: query.website_id,
          valid_values: [],
        })
      }
      const dataFreshness = await refreshIfOlder(context, () =>
        sourcesOfNights(services, scope, id, checkOut),
      )
      const now = services.clock.now()
      const rules = await bookingRules(services.db, scope, id)
      const price = await currentPrice(services.db, scope, { listingId: id, checkIn, checkOut, guests })
      if (!rules || !price || price.unpricedNights.length > 0) {
        return fail('quote_unavailable', whyNoPrice(id, price), {
          field: 'property_id',
          value_received: id,
        })
      }
      const stay = { listingId: id, checkIn, checkOut, guests, children: 0, pets }
      const days = await storedNights(services.db, scope, [stretchToJudge(stay, rules)], now)
      const nights = nightsOfStay(stay, days)
      const broken = listBrokenStayRules(stay, days, rules, todayAt(booked.time_zone, now))
      const reason = broken.find((rule) => rule !== 'no_children')
      return {
        listingId: id,
        websiteId: null,
        checkIn,
        checkOut,
        guests,
        nights: nights.length,
        available: reason === undefined,
        ...(reason === undefined ? {} : { reason }),
        currency: price.currency,
        availableUnits: leastLeft(nights),
        pricing: toQuotePricing(price),
        ...(dataFreshness && { dataFreshness }),
      }
    },
  }),
]

/** The calendars of many listings at once, as a console or a calendar of several homes shows them. */
import { Type } from 'typebox'
import type { CalendarNight, CalendarStay, ListingCalendar } from '../../contract/listing-calendar.ts'
import { ListingCalendar as ListingCalendarRow } from '../../contract/listing-calendar.ts'
import type { Reservation } from '../../contract/reservation.ts'
import { listOf } from '../../contract/shared.ts'
import { allows } from '../../http/key-rights.ts'
import { listPage, listQuery } from '../../http/list.ts'
import { civilDay } from '../../platform/civil-day.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { storedNights, type StoredNight } from '../../records/calendar/public.ts'
import { assertListingActive } from '../../records/listings/active.ts'
import { shownReservations } from '../../records/reservations/shown.ts'
import { toDay } from '../calendar/public.ts'
import { parseNightWindow, type NightWindow } from '../../http/params/night-window.ts'
import { IdFilter } from '../../http/params/path-id.ts'
import { route } from '../route.ts'
import { calendarUnits, stayIdsWithin } from './calendar-queries.ts'
import { listings, listingTotal, type ListingColumns } from './queries.ts'
import { listingsById, Search } from './routes.ts'

/** Of each listing: a page of a hundred listings stays below a megabyte. */
const mostNights = 100
const usualNights = 31

const date = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, description, examples: ['2026-05-01'] }))

/** The window that is asked for, from today on where nothing is said, cut to as many nights as a page holds. */
function calendarWindow(query: { from?: string; to?: string }, now: Date): NightWindow {
  const from = query.from ?? now.toISOString().slice(0, 10)
  const lastOf = (nights: number) => {
    const first = civilDay(from)
    return first === null ? from : String(first.add({ days: nights - 1 }))
  }
  const window = parseNightWindow({ from, to: query.to ?? lastOf(usualNights) })
  return window.days > mostNights ? { ...window, to: lastOf(mostNights), days: mostNights } : window
}

const toCalendarNight = (night: StoredNight): CalendarNight => ({
  ...toDay(night),
  closedToArrival: night.closed_to_arrival === true,
  closedToDeparture: night.closed_to_departure === true,
  isKnown: night.is_known,
})

const toCalendarStay = (stay: Reservation): CalendarStay => ({
  id: stay.id,
  checkIn: stay.checkIn,
  checkOut: stay.checkOut,
  status: stay.status,
  guestName: stay.guestName ?? null,
  platform: stay.platform,
  unit: stay.unit,
})

type CalendarParts = Pick<ListingCalendar, 'units' | 'nights' | 'stays'>

const emptyParts: CalendarParts = { units: [], nights: [], stays: [] }

interface CalendarRequest {
  window: NightWindow
  withStays: boolean
  now: Date
}

/** Four statements, whatever the number of listings. */
async function readCalendars(
  db: Queryable,
  scope: Scope,
  rows: readonly ListingColumns[],
  { window, withStays, now }: CalendarRequest,
): Promise<Map<string, CalendarParts>> {
  const ids = rows.map(({ id }) => id)
  const stretches = ids.map((listingId) => ({ listingId, first: window.from, last: window.to }))
  const [nights, stayIds, units] = await Promise.all([
    storedNights(db, scope, stretches, now),
    withStays ? stayIdsWithin(db, scope, ids, window, now) : [],
    calendarUnits(db, scope, ids),
  ])
  const shown = await shownReservations(db, scope, stayIds, now)
  const stays = stayIds.flatMap((id) => shown.get(id) ?? [])
  const nightsOf = Map.groupBy(nights, (night) => night.listing_id)
  const staysOf = Map.groupBy(stays, (stay) => stay.listingId)
  const unitsOf = Map.groupBy(units, (unit) => unit.listing_id)
  return new Map(
    ids.map((id) => [
      id,
      {
        units: (unitsOf.get(id) ?? []).map((unit) => ({ id: unit.id, name: unit.name })),
        nights: (nightsOf.get(id) ?? []).map(toCalendarNight),
        stays: (staysOf.get(id) ?? []).map(toCalendarStay),
      },
    ]),
  )
}

export const listingCalendarRoutes = [
  route({
    method: 'GET',
    url: '/v1/calendar',
    id: 'listCalendars',
    family: 'calendar',
    ofListings: 'narrows',
    tag: 'Availability',
    summary: 'List the calendars of listings',
    description: `The nights from \`from\` to \`to\`, both included, of active listings in the order of \`GET /v1/listings\`, and the stays on them. A longer window is cut to its first ${mostNights} nights.`,
    query: listQuery(
      {
        from: date('First night, YYYY-MM-DD. Today in UTC when left out.'),
        to: date(`Last night; ${usualNights} nights when left out.`),
        q: Search,
        listing_id: IdFilter('Only this listing.'),
      },
      { defaultLimit: 20 },
    ),
    reply: listOf(ListingCalendarRow),
    errors: ['listing_inactive'],
    handle: async (context) => {
      const { services, scope, query, principal } = context
      const { q, listing_id: id } = query
      const now = services.clock.now()
      if (id !== undefined) await assertListingActive(services.db, scope, id)
      const request = {
        window: calendarWindow(query, now),
        withStays: allows(principal.scopes, 'reservations:read'),
        now,
      }
      const filters = {
        status: 'active' as const,
        ...(q === undefined ? {} : { q }),
        ...(id === undefined ? {} : { id }),
      }
      let calendars: Awaited<ReturnType<typeof readCalendars>> = new Map()
      return listPage(context, {
        defaultLimit: 20,
        ordering: listingsById,
        rows: async (page) => {
          const rows = await listings(services.db, scope, filters, page, [])
          // The last row only says whether another page follows.
          calendars = await readCalendars(services.db, scope, rows.slice(0, page.limit - 1), request)
          return rows
        },
        total: () => listingTotal(services.db, scope, filters),
        item: (row) => ({
          id: row.id,
          name: row.name,
          currency: row.currency,
          timeZone: row.time_zone,
          country: row.country_code,
          ...(calendars.get(row.id) ?? emptyParts),
        }),
      })
    },
  }),
]

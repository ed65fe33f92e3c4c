import { Type } from 'typebox'
import { BookingProperties } from '../../../contract/channel-booking.ts'
import { oneOfStrings } from '../../../contract/fields.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { PathId } from '../../path-id.ts'
import { route } from '../../route.ts'
import { linkHealth } from '../../calendar/public.ts'
import { hotelsOf } from './hotels.ts'
import { toProperty } from './property-map.ts'
import { rooms } from './room-queries.ts'

const tag = 'Booking'
const base = '/v1/channels/booking/properties'

export const ListingParams = Type.Object({ listingId: PathId('listing') }, { additionalProperties: false })

const shownStates = ['active', 'inactive', 'all'] as const
type Shown = (typeof shownStates)[number]

const Status = Type.Optional(
  oneOfStrings(shownStates, { description: 'Which listings of a property are shown. Default `active`.' }),
)

async function properties(
  services: Services,
  scope: Scope,
  { listingId, shown }: { listingId?: string; shown: Shown },
): Promise<BookingProperties> {
  const found = await rooms(services.db, scope, listingId === undefined ? {} : { listingId })
  const healthOf = await linkHealth(
    services,
    scope,
    found.map((room) => room.listingId),
  )
  const roomsOf = (id: string) => found.filter(({ connectionId }) => connectionId === id)
  const hotels = await hotelsOf(services, scope)
  const data = hotels
    .filter(({ id }) => listingId === undefined || roomsOf(id).length > 0)
    .toSorted((a, b) => Number(a.id) - Number(b.id))
    .map((row) =>
      toProperty(row, roomsOf(row.id), {
        isShown: ({ active }) => shown === 'all' || active === (shown === 'active'),
        healthOf,
      }),
    )
  return { data, pagination: { nextCursor: null, hasMore: false, total: data.length } }
}

export const bookingPropertyRoutes = [
  route({
    method: 'GET',
    url: base,
    id: 'listBookingProperties',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'List properties of Booking.com',
    description:
      'Every property that was ever connected, at once, ordered by the id of its connection, with the listings that its rooms are.',
    query: Type.Object({ status: Status }, { additionalProperties: false }),
    reply: BookingProperties,
    errors: [],
    handle: ({ services, scope, query }) => properties(services, scope, { shown: query.status ?? 'active' }),
  }),

  route({
    method: 'GET',
    url: `${base}/:listingId`,
    id: 'listBookingPropertiesOfListing',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'List the properties that a listing is at',
    description: 'None where the listing is no room of a connected property.',
    params: ListingParams,
    listing: 'params.listingId',
    reply: BookingProperties,
    errors: [],
    handle: ({ services, scope, params }) =>
      properties(services, scope, { listingId: params.listingId, shown: 'all' }),
  }),
]

import { Type } from 'typebox'
import { BookingProperties, type BookingProperty } from '../../../contract/channel-booking.ts'
import { oneOfStrings } from '../../../contract/fields.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { PathId } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { linkHealth, type LinkHealthLookup } from '../../calendar/public.ts'
import { listHotels } from './hotels.ts'
import { hotelRooms, type HotelRoom } from './rooms.ts'
import { driftAction } from '../../../contract/channel-mapping.ts'
import { fractionOfPercent } from '../../../platform/decimal.ts'
import type { ConnectionRow } from '../../accounts/public.ts'

/** Maps connected properties to what the Booking.com routes show. Pure. */
type PropertyListing = BookingProperty['listings'][number]

/** Reading the property made the listing, which then has the room's name. */
const isKeptBy = ({ keeper, connectionId }: HotelRoom) =>
  keeper.kind === 'connection' && keeper.connectionId === connectionId

const toListing = (row: HotelRoom, healthOf: LinkHealthLookup): PropertyListing => ({
  listingId: row.listingId,
  name: row.name,
  publicName: row.publicName,
  status: row.active ? 'active' : 'inactive',
  inactiveReason: row.inactiveReason as PropertyListing['inactiveReason'],
  city: row.city,
  roomId: row.roomId,
  roomBookingId: row.roomId,
  roomName: row.unitName ?? (isKeptBy(row) ? row.name : null),
  mappedVia: 'room',
  onDrift: driftAction(row.mendsDrift),
  health: healthOf({ connectionId: row.connectionId, externalId: row.roomId }),
})

function toProperty(
  row: ConnectionRow,
  rooms: readonly HotelRoom[],
  { isShown, healthOf }: { isShown: (room: HotelRoom) => boolean; healthOf: LinkHealthLookup },
): BookingProperty {
  const [marked] = rooms.filter(({ markupPercent }) => markupPercent !== null)
  const isUp = row.status === 'active'
  return {
    connectionId: row.id,
    hotelId: row.external_account_id,
    hotelName: row.account_name,
    active: isUp,
    syncEnabled: isUp && rooms.some(({ sells }) => sells),
    bookingUrl: null,
    markup: marked?.markupPercent ? fractionOfPercent(marked.markupPercent) : null,
    syncCategory: rooms.find(({ syncCategory }) => syncCategory !== null)?.syncCategory ?? null,
    suspendedAt: row.disconnected_at?.toISOString() ?? null,
    suspensionReason: isUp ? null : (row.action_reason ?? (row.disconnected_at ? 'disconnected' : null)),
    createdAt: row.created_at.toISOString(),
    mappingStatus: rooms.length > 0 ? 'mapped' : 'unmapped',
    listings: rooms.filter(isShown).map((room) => toListing(room, healthOf)),
  }
}

const tag = 'Booking'
const base = '/v1/channels/booking/properties'

export const ListingParams = Type.Object({ listingId: PathId('listing') }, { additionalProperties: false })

const shownStates = ['active', 'inactive', 'all'] as const
type ListingStateFilter = (typeof shownStates)[number]

const Status = Type.Optional(
  oneOfStrings(shownStates, { description: 'Which listings of a property are shown. Default `active`.' }),
)

async function listProperties(
  services: Services,
  scope: Scope,
  { listingId, shown }: { listingId?: string; shown: ListingStateFilter },
): Promise<BookingProperties> {
  const found = await hotelRooms(services.db, scope, { listingId })
  const healthOf = await linkHealth(
    services,
    scope,
    found.map((room) => room.listingId),
  )
  const roomsOf = (id: string) => found.filter(({ connectionId }) => connectionId === id)
  const hotels = await listHotels(services, scope)
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
    handle: ({ services, scope, query }) =>
      listProperties(services, scope, { shown: query.status ?? 'active' }),
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
      listProperties(services, scope, { listingId: params.listingId, shown: 'all' }),
  }),
]

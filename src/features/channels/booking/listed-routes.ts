import {
  BookingPropertyBody,
  BookingPropertyListed,
  bookingPropertyActions,
} from '../../../contract/channel-booking-selling.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { route } from '../../route.ts'
import { listedState, setListed, type ListedState } from '../../calendar/public.ts'
import { parseChoice } from '../engine/invalid-body.ts'
import { notConnectedError } from './errors.ts'
import { findHotelOfListing, type ListingAtHotel } from './hotels.ts'
import { channelTerms } from '../engine/channel-terms.ts'
import { assertSwitchedOn } from '../engine/nights-writer.ts'
import { ListingParams } from './property-routes.ts'

interface SoldRoom {
  connectionId: string
  externalId: string
  state: ListedState
}

/** The property's rooms that our calendar is written to. Throws where there is none: only a calendar's writer can close it. */
async function findSoldRooms(
  { db }: Services,
  scope: Scope,
  { hotel, rooms }: ListingAtHotel,
): Promise<[SoldRoom, ...SoldRoom[]]> {
  const soldRooms: SoldRoom[] = []
  for (const { roomId } of rooms) {
    const key = { connectionId: hotel.id, externalId: roomId }
    const state = await listedState(db, scope, key)
    if (state) soldRooms.push({ ...key, state })
  }
  const [first, ...others] = soldRooms
  if (first) return [first, ...others]
  throw new ApiError(
    'invalid_state',
    'The calendar of this listing is not written to Booking.com from here, so its nights there are not ours to close.',
    { field: 'listingId', currentStatus: 'not written from here' },
    {
      fix: 'Map the room with `POST /v1/channels/booking/listings/map` and `syncEnabled` true; or close it in the extranet, or in the PMS that writes there.',
    },
  )
}

export const bookingListedRoutes = [
  route({
    method: 'POST',
    url: '/v1/channels/booking/properties/:listingId',
    id: 'setBookingPropertyListed',
    family: 'listings',
    ofListings: 'narrows',
    tag: 'Booking',
    summary: 'Take a listing off Booking.com, or put it back',
    description:
      'Every night of its room, or of each of its rooms, is closed there until it is put back; bookings that are there stay, and the mapping too. Nights are written and read back by the worker, sold nights first: sent again the request tells how far it has come, in `verified`. The property itself, with its other rooms, stays as it is.',
    params: ListingParams,
    listing: 'params.listingId',
    query: DryRun,
    body: BookingPropertyBody,
    reply: BookingPropertyListed,
    errors: [
      'listing_not_on_booking',
      'ambiguous_booking_mapping',
      'no_connection',
      'invalid_action',
      'invalid_state',
      'pms_writes_off',
    ],
    handle: async ({ services, scope, params, query, body }) => {
      const action = parseChoice('action', body.action, bookingPropertyActions)
      const selector = { hotelId: body.hotelId, field: 'hotelId' }
      const at = await findHotelOfListing(services, scope, params.listingId, selector)
      if (at.hotel.status === 'disconnected') throw notConnectedError(at.hotel.external_account_id)
      const rooms = await findSoldRooms(services, scope, at)
      assertSwitchedOn(channelTerms.booking, at.hotel, ['availability'])
      const isListed = action === 'relist'
      const isDry = query.dry_run === true
      const target = { isListed, at: services.clock.now() }
      if (!isDry) {
        await services.db.transaction().execute(async (tx) => {
          for (const room of rooms) await setListed(tx, scope, room, target)
        })
      }
      const now = await findSoldRooms(services, scope, at)
      const pendingNights = now.reduce((sum, { state }) => sum + state.pending, 0)
      return {
        ...{ listingId: params.listingId, channel: 'booking' as const, action },
        ...{ hotelId: at.hotel.external_account_id, roomBookingId: rooms[0].externalId, selling: isListed },
        verified: now.every(({ state }) => state.isListed === isListed) && pendingNights === 0,
        pendingNights,
        ...(isDry ? { dryRun: true as const } : {}),
      }
    },
  }),
]

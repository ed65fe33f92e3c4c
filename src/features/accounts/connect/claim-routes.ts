/** Routes that claim a Booking.com property and map its rooms; the session id is the only credential. */
import { Type } from 'typebox'
import {
  BookingClaim,
  BookingVerifyBody,
  ClaimCallback,
  ClaimCallbackReceived,
  ClaimedRooms,
  MappedRooms,
  MapRoomsBody,
} from '../../../contract/booking-claim.ts'
import { sessionId } from '../../../contract/connect-session.ts'
import { RouteReply } from '../../../http/route.ts'
import { route } from '../../route.ts'
import { viewClaimedRooms } from './claimed-rooms.ts'
import { claimProperty } from './claim.ts'
import { mapRooms } from './map-rooms.ts'

const tag = 'Connect'
const byPossession = { auth: 'none', countAddress: 'misses' } as const
const openSessionErrors = ['not_found', 'invalid_state', 'session_terminal', 'session_expired'] as const

export const claimRoutes = [
  route({
    method: 'POST',
    url: '/v1/connect/booking/verify',
    id: 'verifyBookingClaim',
    tag,
    summary: 'Claim a property of Booking.com',
    description:
      'Needs no key: the id of a session of `POST /v1/connect/booking` is enough. Asks Booking.com whether the property has named this server as its connectivity provider, and connects it. Its rooms are read at once, and the session waits for them to be mapped; one that reconnects a property, or is of a migration, is completed. Claiming the same property again changes nothing.',
    ...byPossession,
    body: BookingVerifyBody,
    reply: BookingClaim,
    errors: [
      ...openSessionErrors,
      'invalid_provider',
      'invalid_credentials',
      'forbidden',
      'designation_required',
      'network_error',
      'provider_unavailable',
    ],
    handle: ({ services, body }) => claimProperty(services, body),
  }),

  route({
    method: 'GET',
    url: '/v1/connect/booking/rooms',
    id: 'listClaimedRooms',
    tag,
    summary: 'List the rooms of a claimed property',
    description:
      'Needs no key: the id of the session is enough. To be asked every two seconds or so until `status` is `ready`; how many bookings and messages were read does not matter for that.',
    ...byPossession,
    noStore: true,
    query: Type.Object({ sessionId }, { additionalProperties: false }),
    reply: ClaimedRooms,
    errors: [...openSessionErrors, 'claim_not_stored'],
    handle: async ({ services, query }) =>
      new RouteReply(await viewClaimedRooms(services, query.sessionId), {
        headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
      }),
  }),

  route({
    method: 'POST',
    url: '/v1/connect/booking/map-rooms',
    id: 'mapClaimedRooms',
    tag,
    summary: 'Map the rooms of a claimed property',
    description:
      'Needs no key: the id of the session is enough. All rooms are mapped as asked, or nothing is changed; then the session is `completed`. Our calendar is written to every room that is of a listing, as after `POST /v1/channels/booking/listings/map`; where a PMS keeps the listing it is the PMS’s to write, and `writtenBy` says so. Rooms that are not named stay as they are.',
    ...byPossession,
    body: MapRoomsBody,
    reply: MappedRooms,
    errors: [
      ...openSessionErrors,
      'claim_not_stored',
      'forbidden',
      'listing_inactive',
      'insufficient_access',
      'pms_writes_off',
      'channel_not_supported',
    ],
    handle: ({ services, body }) => mapRooms(services, body),
  }),

  route({
    method: 'POST',
    url: '/v1/connect/booking/callback',
    id: 'receiveBookingClaim',
    tag,
    summary: 'Receive what Booking.com sends of a claim',
    description:
      'Whatever it says is taken for nothing: whether a property has named this server is asked for when it is claimed.',
    ...byPossession,
    hidden: true,
    body: ClaimCallback,
    reply: ClaimCallbackReceived,
    errors: [],
    handle: async () => ({ received: true as const }),
  }),
]

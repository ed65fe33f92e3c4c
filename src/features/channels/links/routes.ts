import {
  AirbnbMapBody,
  AirbnbMapped,
  BookingMapBody,
  BookingMapped,
} from '../../../contract/channel-mapping.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { route, type RouteWriteContext } from '../../route.ts'
import { toTakeOver } from '../../calendar/public.ts'
import { mapChannelListing } from './map-channel-listing.ts'
import { channelTerms } from '../engine/channel-terms.ts'

const errors = [
  'no_connection',
  'not_found',
  'invalid_params',
  'invalid_state',
  'listing_inactive',
  'insufficient_access',
  'pms_writes_off',
  'channel_not_supported',
] as const

export const channelLinkRoutes = [
  route({
    method: 'POST',
    url: '/v1/channels/airbnb/listings/map',
    id: 'mapAirbnbListing',
    family: 'connections',
    // Mapping assigns an account's listings to ours.
    ofListings: 'refused',
    tag: 'Airbnb',
    summary: 'Say which listing an Airbnb listing is of',
    description:
      'Its bookings, requests, threads and reviews are those of the listing from then on, and unless `syncEnabled` is false our calendar is written to Airbnb: open nights, prices with the markup, stay rules. A listing that a channel kept is kept here from then on. Of a listing that a PMS keeps the calendar on Airbnb is the PMS’s to write: then the link only reads, and `writtenBy` says so.',
    query: DryRun,
    body: AirbnbMapBody,
    reply: AirbnbMapped,
    errors,
    statuses: { no_connection: 404 },
    handle: (context) => mapAirbnbListing(context, context.body, context.query.dry_run === true),
  }),

  route({
    method: 'POST',
    url: '/v1/channels/booking/listings/map',
    id: 'mapBookingRoom',
    family: 'connections',
    // Mapping assigns an account's listings to ours.
    ofListings: 'refused',
    tag: 'Booking',
    summary: 'Say which listing a room at Booking.com is of',
    description:
      'Its bookings, requests, threads and reviews are those of the listing from then on, and unless `syncEnabled` is false our calendar is written to the room: rooms left, prices with the markup, stay rules. A listing that a channel kept is kept here from then on. Of a listing that a PMS keeps the calendar at Booking.com is the PMS’s to write: then the link only reads, and `writtenBy` says so. Without `listingId` the room is of no listing any more; what was booked until then stays where it is, and the next reading makes a listing of the room.',
    query: DryRun,
    body: BookingMapBody,
    reply: BookingMapped,
    errors,
    statuses: { no_connection: 404 },
    handle: (context) => mapBookingRoom(context, context.body, context.query.dry_run === true),
  }),
]

/** Maps an Airbnb listing. */
function mapAirbnbListing(
  context: RouteWriteContext,
  body: AirbnbMapBody,
  dryRun: boolean,
): Promise<AirbnbMapped> {
  const { airbnbId, hostId, listingId, syncEnabled, onDrift } = body
  const request = {
    externalId: airbnbId,
    externalAccountId: hostId,
    listingId,
    syncEnabled,
    onDrift,
    takeOver: toTakeOver(body),
  }
  return mapChannelListing<AirbnbMapped>(context, channelTerms.airbnb, request, {
    dryRun,
    answer: (unit, channel) => ({
      ...channel,
      airbnbId: unit.externalId,
      listingId: String(listingId),
      hostId: unit.externalAccountId,
      listingAirbnbId: channel.platformLinkId,
    }),
  })
}

/** Maps a Booking.com room. */
function mapBookingRoom(
  context: RouteWriteContext,
  body: BookingMapBody,
  dryRun: boolean,
): Promise<BookingMapped> {
  const { roomBookingId, hotelId, listingId = null, syncEnabled, onDrift } = body
  const request = {
    externalId: String(roomBookingId),
    externalAccountId: hotelId,
    listingId,
    syncEnabled,
    onDrift,
    takeOver: toTakeOver(body),
  }
  return mapChannelListing<BookingMapped>(context, channelTerms.booking, request, {
    dryRun,
    answer: (unit, channel) => ({
      ...channel,
      roomBookingId: unit.externalId,
      listingId: listingId === null ? null : String(listingId),
      hotelId: unit.externalAccountId,
    }),
  })
}

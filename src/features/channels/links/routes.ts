import {
  AirbnbMapBody,
  AirbnbMapped,
  BookingMapBody,
  BookingMapped,
} from '../../../contract/channel-mapping.ts'
import { DryRun } from '../../dry-run.ts'
import { route } from '../../route.ts'
import { mapAirbnb } from './airbnb.ts'
import { mapBooking } from './booking.ts'

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
    // What an account sells is given to listings of ours.
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
    handle: (context) => mapAirbnb(context, context.body, context.query.dry_run === true),
  }),

  route({
    method: 'POST',
    url: '/v1/channels/booking/listings/map',
    id: 'mapBookingRoom',
    family: 'connections',
    // What an account sells is given to listings of ours.
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
    handle: (context) => mapBooking(context, context.body, context.query.dry_run === true),
  }),
]

import { BookingSetupBody, BookingSetUp } from '../../../contract/channel-booking-setup.ts'
import { RouteReply } from '../../../http/route.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { route } from '../../route.ts'
import { callErrors } from './errors.ts'
import { findAction } from './setup-actions.ts'
import { findHotel } from './hotels.ts'
import { findNamedListing } from './setup-context.ts'

export const bookingSetupRoutes = [
  route({
    method: 'POST',
    url: '/v1/channels/booking/setup',
    id: 'setUpBookingProperty',
    family: 'listings',
    // The call covers a whole property of Booking.com.
    ofListings: 'refused',
    tag: 'Booking',
    summary: 'Put a property together at Booking.com',
    description:
      'One step at a time. `create-property` makes a property and its room of a listing, once for each listing: sent again it answers the same, and does what is missing. Steps that make no property need one that is connected, and so does the first property of a workspace: the account of the server is the same.',
    query: DryRun,
    body: BookingSetupBody,
    reply: BookingSetUp,
    status: 201,
    otherStatus: 200,
    errors: [
      ...callErrors,
      'not_found',
      'listing_inactive',
      'invalid_action',
      'invalid_state',
      'missing_coordinates',
      'legal_entity_required',
      'legal_entity_not_yours',
      'booking_create_partial',
      'channel_not_supported',
    ],
    handle: async ({ services, scope, idempotencyKey, query, body }) => {
      const { name, makes, run } = findAction(body)
      const step = { context: { services, scope, idempotencyKey }, body }
      if (query.dry_run === true) {
        if (body.property_id !== undefined)
          await findHotel(services, scope, String(body.property_id), 'property_id')
        if (body.listing_id !== undefined) await findNamedListing(step)
        return new RouteReply<BookingSetUp>({ action: name, dryRun: true }, { status: 200 })
      }
      return new RouteReply<BookingSetUp>(
        { action: name, ...(await run(step)) },
        { status: makes ? 201 : 200 },
      )
    },
  }),
]

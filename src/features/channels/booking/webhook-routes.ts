import { openObject } from '../../../contract/fields.ts'
import { fail } from '../../../http/route.ts'
import { route } from '../../route.ts'

const refuseWebhook = (): never =>
  fail(
    'forbidden',
    'Webhooks of Booking.com are set by its providers, and not by this route any more.',
    undefined,
    {
      fix: 'Subscribe to events with `POST /v1/webhooks`: bookings, messages and reviews of Booking.com come with those of everybody else.',
    },
  )

const goneRoute = {
  url: '/v1/channels/booking/webhooks',
  tag: 'Booking',
  description: 'Deprecated: it is always answered 403 `forbidden`. Subscribe with `POST /v1/webhooks`.',
  reply: openObject('Nothing is ever answered.'),
  errors: [],
  handle: async () => refuseWebhook(),
} as const

/** Kept in the interface for clients that still call them. */
export const bookingWebhookRoutes = [
  route({
    ...goneRoute,
    method: 'GET',
    id: 'listBookingWebhooks',
    family: 'webhooks',
    summary: 'List webhooks of Booking.com',
    account: 'ignored',
  }),
  route({
    ...goneRoute,
    method: 'POST',
    id: 'createBookingWebhook',
    family: 'webhooks',
    summary: 'Set a webhook of Booking.com',
    write: false,
    account: 'ignored',
    body: openObject('Whatever was taken once.'),
    bodyOptional: true,
  }),
  route({
    ...goneRoute,
    method: 'DELETE',
    id: 'deleteBookingWebhook',
    family: 'webhooks',
    summary: 'Remove a webhook of Booking.com',
    write: false,
    account: 'ignored',
  }),
]

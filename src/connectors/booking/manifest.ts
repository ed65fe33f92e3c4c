import { Type, type Static } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'booking',
  displayName: 'Booking.com',
  description: 'Booking channel: rooms, availability, prices, bookings, messages and reviews of a property.',
  fr: {
    description:
      'Canal de réservation : chambres, disponibilités, prix, réservations, messages et évaluations d’un établissement.',
  },
  docsUrl: 'https://developers.booking.com/connectivity/docs',
  access: {
    plan: null,
    registration:
      'The operator becomes a connectivity partner and sets BOOKING_CLIENT_ID and BOOKING_CLIENT_SECRET of a machine account. Business-critical APIs need a certification with test properties, some others a self-assessment or proof of compliance. Each property chooses the provider in its extranet. Third parties report that new providers were not taken in 2026.',
    cost: null,
    addresses: null,
    sources: [{ url: 'https://developers.booking.com/connectivity/docs/going_live', readOn: '2026-11-29' }],
  },
  category: 'ota',
  connectPattern: 'claim',
  status: 'beta',
  model: 'hotel',
  baseUrl: 'https://supply-xml.booking.com',
  credentials: [
    {
      key: 'hotelId',
      label: 'Property id',
      help: 'The number of the property at Booking.com. In the extranet it stands at the top, beside the name.',
      fr: {
        label: 'Identifiant de l’établissement',
        help: 'Le numéro de l’établissement chez Booking.com. Dans l’extranet, il figure en haut, à côté du nom.',
      },
      secret: false,
    },
  ],
  // The vendor publishes no limits. Third parties report 75 to 700 calls a minute for one kind of call, and
  // 10,000 for all.
  rateLimits: [
    { per: 'account', calls: 70, windowSeconds: 60 },
    { per: 'address', calls: 5_000, windowSeconds: 60 },
  ],
  timeoutMs: 30_000,
  sync: {
    reservations: 'queue',
    overlapSeconds: 300,
    calendarDays: 400,
    // The vendor refuses nights before yesterday in this zone.
    nightsTakenIn: 'Europe/Amsterdam',
    // The vendor reports bookings only by its queue, and recommends this pause between readings.
    staysGoUntold: true,
    staysEverySeconds: 20,
    requestsLeaveNightsOpen: true,
  },
  verifiedAgainst: 'vendor_docs',
  notes: {
    reservations:
      'Bookings are made and changed by guests. They come from the queues of new and of changed bookings, which are emptied once what they held is stored. A booking of several rooms is one stay for each room.',
    listings:
      'A listing is a room of the property. How many there are of it is taken from what is for sale and booked in the next month.',
  },
}

export const Credentials = Type.Object({ hotelId: Type.String({ pattern: '^\\d{6,10}$' }) })
export type Credentials = Static<typeof Credentials>

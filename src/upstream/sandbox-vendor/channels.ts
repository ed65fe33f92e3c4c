/**
 * The channels whose accounts the fixtures of a sandbox have; nothing connects to them yet. Bookings of their listings are
 * kept here, so they take none.
 */
import { Type } from 'typebox'
import type { Connector, Operations } from '../../connector-kit/connector.ts'
import { preApprovals, specialOffers } from './inquiries.ts'
import { calendarWrites, readSeededNights } from './nights.ts'
import { readStays, requestAnswers } from './stays.ts'
import { messageWrites, readMessages, readReviews, reviewWrites } from './threads.ts'

const none = () => []
const images = ['image/jpeg', 'image/png']

const common: Operations = {
  probe: async () => ({ externalAccountId: null, accountName: null }),
  calendar: readSeededNights,
  reservations: readStays(none),
  messages: readMessages(none),
  reviews: readReviews(none),
  calendarWrites: calendarWrites({
    fields: { available: true, price: true, minNights: true, maxNights: true },
    batch: { changes: 100, listings: 'many' },
  }),
  messageWrites: messageWrites({
    maxLength: 5000,
    channels: [],
    files: { types: images, perMessage: 1, maxBytes: 5_000_000 },
  }),
  reviewWrites: reviewWrites({ maxLength: 5000 }),
}

function channel(
  id: string,
  displayName: string,
  docsUrl: string,
  model: 'home' | 'hotel',
  operations: Operations,
): Connector {
  return {
    manifest: {
      id,
      displayName,
      description: `A made-up account of ${displayName}, as the fixtures of the sandbox have it.`,
      fr: { description: `Un compte fictif de ${displayName}, tel que le bac à sable le contient.` },
      docsUrl,
      category: 'ota',
      connectPattern: id === 'airbnb' ? 'oauth' : 'claim',
      status: 'coming-soon',
      model,
      baseUrl: docsUrl,
      credentials: [],
      rateLimits: [],
      timeoutMs: 1000,
      sync: { reservations: 'updated-since', overlapSeconds: 0, calendarDays: 365 },
      verifiedAgainst: 'vendor_docs',
      notes: { reservations: '', listings: '' },
    },
    credentials: Type.Object({}),
    accountOf: () => '',
    auth() {
      throw new Error('a sandbox has no way to a provider')
    },
    callsNobody: true,
    operations,
  }
}

export const channels: Readonly<Record<string, Connector>> = {
  airbnb: channel('airbnb', 'Airbnb', 'https://www.airbnb.com', 'home', {
    ...common,
    requestAnswers,
    preApprovals,
    specialOffers,
  }),
  booking: channel('booking', 'Booking.com', 'https://www.booking.com', 'hotel', common),
}

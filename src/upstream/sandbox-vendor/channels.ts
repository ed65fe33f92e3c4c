/**
 * The channels whose accounts the fixtures of a sandbox have; nothing connects to them yet. They take what the real ones take,
 * within the same limits; bookings of their listings are kept here.
 */
import { Type } from 'typebox'
import type { Connector, Operations } from '../../connector-kit/connector.ts'
import type { MessageWrites } from '../../connector-kit/message-write-operations.ts'
import { restAs } from './connector.ts'
import { preApprovals, specialOffers } from './inquiries.ts'
import { calendarWrites, readSeededNights } from './nights.ts'
import { readStays, requestAnswers } from './stays.ts'
import { messageWrites, readMessages, readReviews, reviewWrites } from './threads.ts'

const none = () => []

const read: Operations = {
  probe: async () => ({ externalAccountId: null, accountName: null }),
  calendar: readSeededNights,
  reservations: readStays(none),
  messages: readMessages(none),
  reviews: readReviews(none),
}

interface ChannelFixture {
  id: string
  displayName: string
  docsUrl: string
  model: 'home' | 'hotel'
  /** How it is where the server does not know the channel. */
  usual: Partial<Operations>
}

function channel({ id, displayName, docsUrl, model, usual }: ChannelFixture, real?: Connector): Connector {
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
    operations: { ...read, ...(real ? restAs(real.operations) : usual) },
  }
}

const files: MessageWrites['files'] = {
  types: ['image/jpeg', 'image/png'],
  perMessage: 1,
  maxBytes: 1_000_000,
}

const usual: Partial<Operations> = {
  calendarWrites: calendarWrites({
    fields: { available: true, price: true, minNights: true, maxNights: true },
    batch: { changes: 100, listings: 'many' },
  }),
  messageWrites: messageWrites({ maxLength: 4000, channels: [], files }),
  reviewWrites: reviewWrites({ maxLength: 5000 }),
}

const fixtures: readonly ChannelFixture[] = [
  {
    id: 'airbnb',
    displayName: 'Airbnb',
    docsUrl: 'https://www.airbnb.com',
    model: 'home',
    usual: { ...usual, requestAnswers, preApprovals, specialOffers },
  },
  {
    id: 'booking',
    displayName: 'Booking.com',
    docsUrl: 'https://www.booking.com',
    model: 'hotel',
    usual,
  },
]

export const channelsLike = (real: Readonly<Record<string, Connector>>): Record<string, Connector> =>
  Object.fromEntries(fixtures.map((fixture) => [fixture.id, channel(fixture, real[fixture.id])]))

/** The channels whose accounts the fixtures of a sandbox have, as far as they are shown; nothing connects to them yet. */
import { Type } from 'typebox'
import type { Connector } from '../../connector-kit/connector.ts'

function channel(id: string, displayName: string, docsUrl: string, model: 'home' | 'hotel'): Connector {
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
    operations: { probe: async () => ({ externalAccountId: null, accountName: null }) },
  }
}

export const channels: Readonly<Record<string, Connector>> = {
  airbnb: channel('airbnb', 'Airbnb', 'https://www.airbnb.com', 'home'),
  booking: channel('booking', 'Booking.com', 'https://www.booking.com', 'hotel'),
}

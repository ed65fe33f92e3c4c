import { basic } from '../../connector-kit/auth/static.ts'
import { defineConnector } from '../../connector-kit/connector.ts'
import { calendar } from './calendar.ts'
import { signals } from './envelope.ts'
import { guestWrites } from './guests.ts'
import { listings } from './listings.ts'
import { Credentials, hostOf, manifest } from './manifest.ts'
import { reservationWrites } from './reservation-writes.ts'
import { reservations } from './reservations.ts'
import { reviews } from './reviews.ts'
import * as vendor from './vendor.ts'

export const track = defineConnector({
  manifest,
  credentials: Credentials,
  accountOf: hostOf,
  baseUrlOf: (credentials) => `https://${hostOf(credentials)}`,
  auth: ({ apiKey, apiSecret }) => basic(apiKey, apiSecret),
  signals,
  shapes: vendor,
  operations: {
    /** The host name in the credentials stands for the account. */
    async probe({ http }) {
      await http.get('/api/pms/units', { query: { page: 1, size: 1 } })
      return { externalAccountId: null, accountName: null }
    },
    listings,
    calendar,
    reservations,
    reviews,
    reservationWrites,
    guestWrites,
  },
})

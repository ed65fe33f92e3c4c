import { bodyFields } from '../../connector-kit/auth/body-fields.ts'
import { defineConnector } from '../../connector-kit/connector.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { digestName } from '../../connector-kit/secrets.ts'
import { readConfiguration } from './account.ts'
import { calendarWrites } from './calendar-writes.ts'
import { calendar } from './calendar.ts'
import { signals } from './calls.ts'
import { guestWrites } from './guest-writes.ts'
import { inbound } from './inbound.ts'
import { listings, units } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { reservationWrites } from './reservation-writes.ts'
import { reservations } from './reservations.ts'
import * as vendor from './vendor.ts'

const demoUrl = 'https://api.mews-demo.com'

export const mews = defineConnector({
  manifest,
  credentials: Credentials,
  // The vendor counts calls by access token.
  accountOf: ({ accessToken }) => digestName(accessToken),
  auth: ({ accessToken, clientToken }) =>
    bodyFields({ ClientToken: clientToken, AccessToken: accessToken }, { Client: 'Lodgewire 1.0' }),
  baseUrlOf: ({ environment }) => (environment === 'demo' ? demoUrl : manifest.baseUrl),
  signals,
  shapes: vendor,
  operations: {
    async probe(context) {
      const { enterprise } = await readConfiguration(context)
      const isPortfolio = enterprise.IsPortfolio === true
      return {
        externalAccountId: enterprise.Id,
        accountName: presentText(isPortfolio ? (enterprise.ChainName ?? enterprise.Name) : enterprise.Name),
      }
    },
    listings,
    units,
    calendar,
    reservations,
    inbound,
    reservationWrites,
    calendarWrites,
    guestWrites,
  },
})

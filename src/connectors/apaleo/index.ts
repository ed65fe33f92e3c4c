import { fieldOf, orLocked } from '../../connector-kit/answers.ts'
import { oauthClientCredentials } from '../../connector-kit/auth/oauth-client-credentials.ts'
import { defineConnector } from '../../connector-kit/connector.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { calendarWrites } from './calendar-writes.ts'
import { calendar } from './calendar.ts'
import { signals } from './envelope.ts'
import { inbound } from './inbound.ts'
import { listings, units } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { reservationWrites } from './reservation-writes.ts'
import { reservations } from './reservations.ts'
import * as vendor from './vendor.ts'

export const apaleo = defineConnector({
  manifest,
  credentials: Credentials,
  // The vendor counts calls by client and account, and a custom app belongs to one account.
  accountOf: ({ clientId }) => clientId,
  auth: ({ clientId, clientSecret }) =>
    oauthClientCredentials({
      tokenOrigin: 'https://identity.apaleo.com',
      tokenPath: '/connect/token',
      asBasicLogin: true,
      clientId,
      clientSecret,
      expired: ({ status }) => status === 401,
    }),
  signals,
  shapes: vendor,
  operations: {
    async probe({ http }) {
      await http.get('/inventory/v1/properties', { query: { pageNumber: 1, pageSize: 1 } })
      // An app may be without the right to read the account itself.
      const account = await orLocked(http.get('/account/v1/accounts/current'))
      return {
        externalAccountId: presentText(fieldOf(account, 'code')),
        accountName: presentText(fieldOf(account, 'name')),
      }
    },
    listings,
    units,
    calendar,
    reservations,
    inbound,
    reservationWrites,
    calendarWrites,
  },
})

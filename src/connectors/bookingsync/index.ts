import { fieldOf, listIn } from '../../connector-kit/answers.ts'
import { defineConnector } from '../../connector-kit/connector.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { digestName } from '../../connector-kit/secrets.ts'
import { authOf } from './auth.ts'
import { calendarWrites } from './calendar-writes.ts'
import { calendar } from './calendar.ts'
import { apiPath, signals } from './envelope.ts'
import { guestWrites } from './guests.ts'
import { inbound } from './inbound.ts'
import { listings } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { reservationWrites } from './reservation-writes.ts'
import { reservations } from './reservations.ts'
import { reviews } from './reviews.ts'
import { conversations, messages, messageWrites } from './threads.ts'
import * as vendor from './vendor.ts'

export const bookingsync = defineConnector({
  manifest,
  credentials: Credentials,
  // No credential names its account; the vendor does when it is called.
  accountOf: ({ clientId, refreshToken, code }) => digestName(`${clientId} ${refreshToken ?? code ?? ''}`),
  auth: authOf,
  signals,
  shapes: vendor,
  operations: {
    /** A token of one account lists that account alone. */
    async probe({ http }) {
      const [account] = listIn(await http.get(apiPath('/accounts')), 'accounts')
      return {
        externalAccountId: idText(presentText(fieldOf(account, 'id'))),
        accountName: presentText(fieldOf(account, 'business_name')),
      }
    },
    listings,
    calendar,
    reservations,
    conversations,
    messages,
    reviews,
    inbound,
    reservationWrites,
    calendarWrites,
    messageWrites,
    guestWrites,
  },
})

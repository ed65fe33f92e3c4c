import { basic } from '../../connector-kit/auth/static.ts'
import { defineConnector } from '../../connector-kit/connector.ts'
import { calendar, calendarWrites } from './calendar.ts'
import { conversations, messages } from './conversations.ts'
import { listPage, signals } from './envelope.ts'
import { guestWrites } from './guests.ts'
import { inbound } from './inbound.ts'
import { listings } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { reservationWrites } from './reservation-writes.ts'
import { reservations } from './reservations.ts'
import { reviews } from './reviews.ts'
import * as vendor from './vendor.ts'

export const ownerrez = defineConnector({
  manifest,
  credentials: Credentials,
  accountOf: ({ email }) => email.toLowerCase(),
  auth: ({ email, accessToken }) => basic(email, accessToken),
  signals,
  shapes: vendor,
  operations: {
    /** No call that names the account certainly exists, so the address in the credentials stands for it. */
    async probe({ http }) {
      await listPage(http, { path: '/v2/properties', cursor: null })
      return { externalAccountId: null, accountName: null }
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
    guestWrites,
  },
})

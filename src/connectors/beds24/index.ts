import { fieldOf } from '../../connector-kit/answers.ts'
import { defineConnector } from '../../connector-kit/connector.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { digestName } from '../../connector-kit/secrets.ts'
import { authOf } from './auth.ts'
import { calendarWrites } from './calendar-writes.ts'
import { calendar } from './calendar.ts'
import { channelLinks } from './channel-links.ts'
import { conversations } from './conversations.ts'
import { signals } from './envelope.ts'
import { inbound } from './inbound.ts'
import { listingWrites } from './listing-writes.ts'
import { listings } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { messageWrites } from './message-writes.ts'
import { messages } from './messages.ts'
import { reservationWrites } from './reservation-writes.ts'
import { reservations } from './reservations.ts'
import { reviews } from './reviews.ts'
import { units } from './units.ts'
import * as vendor from './vendor.ts'

export const beds24 = defineConnector({
  manifest,
  credentials: Credentials,
  // No credential names its account; the vendor does when it is called.
  accountOf: ({ inviteCode, refreshToken, token }) => digestName(inviteCode ?? refreshToken ?? token ?? ''),
  auth: authOf,
  signals,
  shapes: vendor,
  operations: {
    async probe({ http }) {
      const token = fieldOf(await http.get('/v2/authentication/details'), 'token')
      return { externalAccountId: idText(presentText(fieldOf(token, 'ownerId'))), accountName: null }
    },
    listings,
    units,
    calendar,
    reservations,
    channelLinks,
    conversations,
    messages,
    reviews,
    inbound,
    reservationWrites,
    calendarWrites,
    messageWrites,
    listingWrites,
  },
})

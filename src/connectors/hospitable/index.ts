import { fieldOf } from '../../connector-kit/answers.ts'
import { bearerToken } from '../../connector-kit/auth/static.ts'
import { defineConnector } from '../../connector-kit/connector.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { digestName } from '../../connector-kit/secrets.ts'
import { calendarWrites } from './calendar-writes.ts'
import { calendar } from './calendar.ts'
import { channelLinks } from './channel-links.ts'
import { conversations } from './conversations.ts'
import { readBareOrData, signals } from './envelope.ts'
import { inbound } from './inbound.ts'
import { listings } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { messageWrites } from './message-writes.ts'
import { messages } from './messages.ts'
import { reservationWrites } from './reservation-writes.ts'
import { reservations } from './reservations.ts'
import { reviews, reviewWrites } from './reviews.ts'
import * as vendor from './vendor.ts'

export const hospitable = defineConnector({
  manifest,
  credentials: Credentials,
  accountOf: ({ accessToken }) => digestName(accessToken),
  auth: ({ accessToken }) => bearerToken(accessToken),
  signals,
  shapes: vendor,
  operations: {
    async probe({ http }) {
      const user = readBareOrData(await http.get('/v2/user'))
      const [externalAccountId, company, name] = ['id', 'company', 'name'].map((field) =>
        presentText(fieldOf(user, field)),
      )
      return { externalAccountId: externalAccountId ?? null, accountName: company ?? name ?? null }
    },
    listings,
    channelLinks,
    calendar,
    reservations,
    conversations,
    messages,
    reviews,
    inbound,
    reservationWrites,
    calendarWrites,
    messageWrites,
    reviewWrites,
  },
})

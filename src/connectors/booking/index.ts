import { defineConnector, type Connector, type VendorOperations } from '../../connector-kit/connector.ts'
import { digestName } from '../../connector-kit/secrets.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { readAccount } from './account.ts'
import { bookingQueue } from './booking-queue.ts'
import { authOf, type MachineAccount } from './auth.ts'
import { calendarWrites } from './calendar-writes.ts'
import { calendar } from './calendar.ts'
import { propertyCharges } from './charges.ts'
import { conversations } from './conversations.ts'
import { listings } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { messageQueue } from './message-queue.ts'
import { messageWrites } from './message-writes.ts'
import { messages } from './messages.ts'
import { knownContent } from './property-content.ts'
import { propertySetup } from './property-states.ts'
import { rateCalendar } from './rate-calendar.ts'
import { requestAnswers } from './request-answers.ts'
import { reservations } from './reservations.ts'
import { reviews, reviewWrites } from './reviews.ts'
import { signals } from './signals.ts'
import { unverified } from './unverified.ts'
import * as vendor from './vendor.ts'

const [idSetting, secretSetting] = ['BOOKING_CLIENT_ID', 'BOOKING_CLIENT_SECRET'] as const
const unverifiedSetting = 'BOOKING_UNVERIFIED_CALLS'

const verified: VendorOperations = {
  probe: readAccount,
  listings,
  calendar,
  reservations,
  conversations,
  messages,
  reviews,
  requestAnswers,
  calendarWrites,
  messageWrites,
  reviewWrites,
  bookingQueue,
  messageQueue,
  rateCalendar,
  propertyCharges,
  propertyContent: knownContent,
  propertySetup,
}

const common = {
  manifest,
  credentials: Credentials,
  accountOf: ({ hotelId }: Credentials) => hotelId,
  signals,
  shapes: vendor,
  operations: { ...verified, ...unverified },
}

/** Builds the connector of the provider that owns this machine account. */
const bookingOf = (
  account: MachineAccount,
  operations: VendorOperations = common.operations,
): Connector<typeof Credentials> =>
  defineConnector({
    ...common,
    operations,
    sharedAccess: `booking:${digestName(account.clientId)}`,
    auth: () => authOf(account),
  })

export const booking = defineConnector({
  ...common,
  auth() {
    throw new VendorError('credentials', `${idSetting} and ${secretSetting} are not set`)
  },
  partnership: {
    settings: [idSetting, secretSetting],
    optional: [unverifiedSetting],
    join(values, { isElsewhere }) {
      const {
        [idSetting]: clientId = '',
        [secretSetting]: clientSecret = '',
        [unverifiedSetting]: isAllowed,
      } = values
      const operations = isElsewhere || isAllowed === 'true' ? common.operations : verified
      return bookingOf({ clientId, clientSecret }, operations)
    },
  },
})

import { defineConnector, type Connector, type VendorOperations } from '../../connector-kit/connector.ts'
import { digestName } from '../../connector-kit/secrets.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { readAccount } from './account.ts'
import { appWebhookOf } from './app-webhook.ts'
import { authOf, type PartnerClient } from './auth.ts'
import { bookingChanges, hostCancellations } from './booking-changes.ts'
import { conversations } from './conversations.ts'
import { signals } from './graphql.ts'
import { listings } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { messageWrites } from './message-writes.ts'
import { messages } from './messages.ts'
import { reservations } from './reservations.ts'
import { reviews, reviewWrites } from './reviews.ts'
import { unverified } from './unverified.ts'
import * as vendor from './vendor.ts'

const [idSetting, secretSetting] = ['VRBO_CLIENT_ID', 'VRBO_CLIENT_SECRET'] as const
const emailSetting = 'VRBO_CONTACT_EMAIL'
const unverifiedSetting = 'VRBO_UNVERIFIED_CALLS'

const verified: VendorOperations = {
  probe: readAccount,
  listings,
  reservations,
  conversations,
  messages,
  reviews,
  messageWrites,
  reviewWrites,
  hostCancellations,
  bookingChanges,
}

const common = {
  manifest,
  credentials: Credentials,
  accountOf: ({ advertiserId }: Credentials) => advertiserId,
  signals,
  shapes: vendor,
  operations: { ...verified, ...unverified },
}

/** Builds the connector of the partner that owns this client. */
const vrboOf = (
  client: PartnerClient,
  contactEmail?: string,
  operations: VendorOperations = common.operations,
): Connector<typeof Credentials> =>
  defineConnector({
    ...common,
    operations,
    sharedAccess: `vrbo:${digestName(client.clientId)}`,
    auth: () => authOf(client),
    appWebhook: appWebhookOf(contactEmail),
  })

export const vrbo = defineConnector({
  ...common,
  auth() {
    throw new VendorError('credentials', `${idSetting} and ${secretSetting} are not set`)
  },
  partnership: {
    settings: [idSetting, secretSetting],
    optional: [emailSetting, unverifiedSetting],
    join(values, { isElsewhere }) {
      const {
        [idSetting]: clientId = '',
        [secretSetting]: clientSecret = '',
        [emailSetting]: contactEmail,
        [unverifiedSetting]: isAllowed,
      } = values
      const operations = isElsewhere || isAllowed === 'true' ? common.operations : verified
      return vrboOf({ clientId, clientSecret }, contactEmail, operations)
    },
  },
})

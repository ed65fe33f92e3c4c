import { defineConnector, type Connector, type Operations } from '../../connector-kit/connector.ts'
import { digestName } from '../../connector-kit/secrets.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { readAccount } from './account.ts'
import { authOf, type PartnerClient } from './auth.ts'
import { signals } from './graphql.ts'
import { listings } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { reservations } from './reservations.ts'
import * as vendor from './vendor.ts'

const [idSetting, secretSetting] = ['VRBO_CLIENT_ID', 'VRBO_CLIENT_SECRET'] as const

const operations: Operations = { probe: readAccount, listings, reservations }

const common = {
  manifest,
  credentials: Credentials,
  accountOf: ({ advertiserId }: Credentials) => advertiserId,
  signals,
  shapes: vendor,
  operations,
}

/** As the partner whose client this is. */
export const vrboOf = (client: PartnerClient): Connector<typeof Credentials> =>
  defineConnector({
    ...common,
    sharedAccess: `vrbo:${digestName(client.clientId)}`,
    auth: () => authOf(client),
  })

export const vrbo = defineConnector({
  ...common,
  auth() {
    throw new VendorError('credentials', `${idSetting} and ${secretSetting} are not set`)
  },
  partnership: {
    settings: [idSetting, secretSetting],
    join({ [idSetting]: clientId = '', [secretSetting]: clientSecret = '' }) {
      return vrboOf({ clientId, clientSecret })
    },
  },
})

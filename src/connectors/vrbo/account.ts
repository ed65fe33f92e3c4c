import type { AccountInfo } from '../../connector-kit/account-info.ts'
import { isFields } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { accountIdIn } from '../../connector-kit/remember.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { read } from './graphql.ts'

/** No call names the advertiser. One that is not assigned to this server's client is refused or missing. */
export async function readAccount(context: VendorContext): Promise<AccountInfo> {
  const advertiser = accountIdIn(context)
  const data = await read(context, 'PropertyIdsOfAdvertiser', {
    advertiser,
    cursor: null,
    properties: 1,
  }).catch((error: unknown) => {
    const isClosed = error instanceof VendorError && (error.status === 403 || error.kind === 'not_found')
    throw isClosed ? notAssigned(advertiser, error) : error
  })
  if (!isFields(data.propertiesByAdvertiser)) throw notAssigned(advertiser)
  return { externalAccountId: advertiser, accountName: null }
}

function notAssigned(advertiser: string, error?: VendorError): VendorError {
  const text = `Vrbo gives this server no access to advertiser ${advertiser}: the id is another one, or Vrbo has not assigned the account to this connection`
  return new VendorError('credentials', text, { ...error, reason: 'not_designated', cause: error })
}

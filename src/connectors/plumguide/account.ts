import type { AccountInfo } from '../../connector-kit/account-info.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'

/** The credentials belong to one host, whom no call names. */
export async function readAccount({ http }: VendorContext): Promise<AccountInfo> {
  await http.get('/v2/listings', { query: { page: 1, pageSize: 1 } })
  return { externalAccountId: null, accountName: null }
}

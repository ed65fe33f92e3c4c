import type { AccountInfo } from '../../connector-kit/account-info.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'

/** The pair belongs to one host, and nothing says how that host is called. */
export async function readAccount({ http }: VendorContext): Promise<AccountInfo> {
  await http.get('/v2/listings', { query: { page: 1, pageSize: 1 } })
  return { externalAccountId: null, accountName: null }
}

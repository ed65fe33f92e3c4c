import type { AccountInfo, VendorContext } from '../../connector-kit/connector.ts'
import { listPage } from './envelope.ts'

/** No call that names the account is certain to be there, so the address in the credentials stands for it. */
export async function probe({ http }: VendorContext): Promise<AccountInfo> {
  await listPage(http, { path: '/v2/properties', cursor: null })
  return { externalAccountId: null, accountName: null }
}

import type { AccountInfo } from '../../connector-kit/account-info.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { presentTexts } from '../../connector-kit/readings.ts'
import { hostOf } from './lists.ts'

export async function readAccount(context: VendorContext): Promise<AccountInfo> {
  const { id, first_name, last_name } = await hostOf(context)
  return {
    externalAccountId: String(id),
    accountName: presentTexts([first_name, last_name]).join(' ') || null,
  }
}

import { fieldOf } from '../../connector-kit/answers.ts'
import type { AccountInfo } from '../../connector-kit/account-info.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { presentText, presentTexts } from '../../connector-kit/readings.ts'
import { idText } from './map.ts'

/** Reads the key's user; every account of the vendor has one. */
export async function readAccount({ http }: VendorContext): Promise<AccountInfo> {
  const user = await http.get('/api/me')
  const names = presentTexts([fieldOf(user, 'firstName'), fieldOf(user, 'lastName')])
  return { externalAccountId: idText(fieldOf(user, 'id')), accountName: presentText(names.join(' ')) }
}

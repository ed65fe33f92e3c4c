import type { Operations } from '../../connector-kit/connector.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { isFields } from './envelope.ts'
import { presentText } from './map.ts'

const unnamed = { externalAccountId: null, accountName: null }

/** Whose account it is; where the key may not ask that, that it may list has to do. */
export const probe: Operations['probe'] = async ({ http }) => {
  try {
    const account = await http.get('/v1/accounts/me')
    if (!isFields(account)) return unnamed
    return {
      externalAccountId: presentText(account._id) ?? presentText(account.id),
      accountName: presentText(account.name),
    }
  } catch (error) {
    const isClosed = error instanceof VendorError && (error.kind === 'rejected' || error.kind === 'not_found')
    if (!isClosed) throw error
    await http.get('/v1/listings', { query: { limit: 1, fields: '_id' } })
    return unnamed
  }
}

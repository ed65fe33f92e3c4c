import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

const unnamed = { externalAccountId: null, accountName: null }

/** Whose account it is; where the key may not ask that, that it may list has to do. */
export const probe: VendorOperations['probe'] = async ({ http }) => {
  try {
    const account = await http.get('/v1/accounts/me')
    return {
      externalAccountId: presentText(fieldOf(account, '_id')) ?? presentText(fieldOf(account, 'id')),
      accountName: presentText(fieldOf(account, 'name')),
    }
  } catch (error) {
    const isClosed = error instanceof VendorError && (error.kind === 'rejected' || error.kind === 'not_found')
    if (!isClosed) throw error
    await http.get('/v1/listings', { query: { limit: 1, fields: '_id' } })
    return unnamed
  }
}

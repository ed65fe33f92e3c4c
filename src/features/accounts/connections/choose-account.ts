/** Chooses the connected account of a provider that a request means. */
import { ApiError } from '../../../platform/api-error.ts'
import type { ConnectionRow } from './queries.ts'

export function chooseAccount(
  connected: readonly ConnectionRow[],
  provider: string,
  accountId: string | undefined,
): ConnectionRow {
  const [first, second] = connected
  if (!first) throw notConnectedError(provider)
  const accounts = connected.map((row) => row.external_account_id)
  if (accountId === undefined) {
    if (!second) return first
    throw new ApiError(
      'invalid_params',
      `Several accounts of ${provider} are connected: say which with \`accountId\`.`,
      { field: 'accountId', valid_values: accounts },
      { statusCase: 'account_ambiguous' },
    )
  }
  const found = connected.find((row) => row.external_account_id === accountId)
  if (found) return found
  throw new ApiError('not_found', `No account ${accountId} of ${provider} is connected.`, {
    field: 'accountId',
    value_received: accountId,
    valid_values: accounts,
  })
}

export function notConnectedError(provider: string): ApiError {
  return new ApiError('no_connection', `No account of ${provider} is connected.`, {
    provider,
    reconnect: { method: 'POST', path: `/v1/connect/${provider}/credentials` },
  })
}

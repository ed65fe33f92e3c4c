/** The Airbnb accounts a request is about, and how old their data can be. */
import { Type } from 'typebox'
import type { DataFreshness } from '../../../contract/freshness.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { connectionsOf, accountsFreshness, type ConnectionRow } from '../../accounts/public.ts'

export const provider = 'airbnb'

export const AccountIdFilter = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '^[^\\u0000]*$',
    description:
      "Only of one host: Airbnb's id of the host, as `GET /v1/channels/airbnb/connection` lists it.",
    examples: ['88123'],
  }),
)

export interface AccountSelection {
  /** Connection ids. */
  connectionIds: string[]
  dataFreshness: DataFreshness
}

export const listHosts = ({ db }: Services, scope: Scope): Promise<ConnectionRow[]> =>
  connectionsOf(db, scope, provider)

/** Every account ever connected, or the requested one. Throws `not_found` for an unknown account. */
export async function selectAccounts(
  services: Services,
  scope: Scope,
  accountId?: string,
): Promise<AccountSelection> {
  const known = await listHosts(services, scope)
  const rows = accountId === undefined ? known : known.filter((row) => row.external_account_id === accountId)
  if (accountId !== undefined && rows.length === 0) {
    throw new ApiError('not_found', 'No such Airbnb account is connected here.', {
      field: 'account_id',
      value_received: accountId,
      valid_values: known.map((row) => row.external_account_id),
    })
  }
  return {
    connectionIds: rows.map(({ id }) => id),
    dataFreshness: accountsFreshness(services, scope, rows),
  }
}

/** Finds the connection named in a path. */
import { Type } from 'typebox'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { reportedConnection, type ReportedConnection } from './report-queries.ts'

export const connectionReference = Type.String({
  pattern: '^([1-9][0-9]{0,17}|[a-z][a-z0-9_-]{0,49}:[^\\u0000-\\u001f]{1,200})$',
  description: 'Id of the connection, or `provider:externalAccountId`.',
  examples: ['hostaway:64127'],
})
export async function knownConnection(
  { db }: Pick<Services, 'db'>,
  scope: Scope,
  reference: string,
): Promise<ReportedConnection> {
  const found = await reportedConnection(db, scope, reference)
  if (found) return found
  throw new ApiError('not_found', `No connection ${reference}.`, { field: 'id', value_received: reference })
}

/** The workspace of a connect link: of a request without a key that carries a session id. */
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { sessionRow } from './queries.ts'
import { sessionKey } from './session-id.ts'

export async function scopeOfLink(
  db: Queryable,
  parts: { params: unknown; query: unknown; body: unknown },
): Promise<Scope | null> {
  const given = [parts.params, parts.query, parts.body]
    .map((fields) => (fields as Record<string, unknown> | null | undefined)?.['sessionId'])
    .find((id) => typeof id === 'string')
  const key = given === undefined ? null : sessionKey(given as string)
  // A made-up id may name any workspace, so the session must exist.
  return key !== null && (await sessionRow(db, key)) ? key.scope : null
}

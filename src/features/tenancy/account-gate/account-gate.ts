/**
 * Answers 404 for a record outside the `X-Account-Id` or the key's accounts, wherever its id stands in the
 * request.
 */
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { listNamedRecords, type GatedTable, type GatedRoute } from './names.ts'
import { idsInScope } from './queries.ts'

interface GatedRequest {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

const nouns: Record<GatedTable, string> = {
  listings: 'listing',
  reservations: 'reservation',
  guests: 'guest',
  conversations: 'conversation',
  special_offers: 'special offer',
  reservation_alterations: 'alteration',
  reviews: 'review',
}

/** An id that is not well-formed is left to the route's validator. */
function idsIn(value: unknown): string[] {
  return [value].flat().flatMap((one) => (/^[1-9]\d{0,17}$/.test(String(one)) ? [String(one)] : []))
}

export function createAccountGate<R extends GatedRoute>(
  { db }: { db: Queryable },
  routes: readonly (R & { hidden?: boolean })[],
) {
  const named = new Map(
    routes.filter(({ hidden }) => !hidden).map((route) => [route.id, listNamedRecords(route)] as const),
  )
  return async ({ id: routeId }: R, scope: Scope, request: GatedRequest): Promise<void> => {
    for (const { place, field, table } of named.get(routeId) ?? []) {
      const part = (request[place] ?? {}) as Record<string, unknown>
      const ids = idsIn(part[field])
      if (ids.length === 0) continue
      const found = await idsInScope(db, scope, table, ids)
      const missing = ids.find((id) => !found.has(id))
      if (missing !== undefined) {
        const where = scope.listingIds ? 'for this key' : 'in this account'
        throw new ApiError('not_found', `No ${nouns[table]} ${missing} ${where}.`, {
          field,
          value_received: missing,
        })
      }
    }
  }
}

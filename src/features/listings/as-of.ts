/** A listing as it read at a moment of the past; what can be done on it is always told of now. */
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { listingInactive } from '../../records/listings/active.ts'
import { pastState, withFields } from '../../records/past/state.ts'
import { assertThere } from '../guests/public.ts'
import type { UnitColumns } from './map.ts'
import type { ListingColumns } from './queries.ts'

interface PastRow {
  active: boolean
  inactiveReason: string | null
  lifecycleStatus: string | null
  archivedAt: string | null
  updatedAt: string
}

/** Throws for a listing that was not there yet, or was switched off. */
export async function listingAt<L extends ListingColumns>(
  db: Queryable,
  scope: Scope,
  now: { row: L; rooms: readonly UnitColumns[] },
  at: Date,
): Promise<{ row: L; rooms: readonly UnitColumns[] }> {
  assertThere('Listing', now.row, at)
  const ref = { type: 'listing', id: now.row.id } as const
  const { fields, parts, changedAt } = await pastState(db, scope, ref, ['row', 'channels', 'units'], at)
  const was = parts.get('row') as PastRow | undefined
  const told = withFields(now.row, fields)
  const isChanged = Object.keys(fields).length > 0
  const row = {
    ...told,
    ...(was === undefined
      ? { updated_at: (isChanged ? changedAt : null) ?? now.row.updated_at }
      : {
          active: was.active,
          inactive_reason: was.inactiveReason,
          lifecycle_status: was.lifecycleStatus,
          archived_at: was.archivedAt === null ? null : new Date(was.archivedAt),
          updated_at: new Date(was.updatedAt),
        }),
    channels: (parts.get('channels') as L['channels'] | undefined) ?? now.row.channels,
  }
  if (!row.active) throw listingInactive([row])
  return { row, rooms: (parts.get('units') as UnitColumns[] | undefined) ?? now.rooms }
}

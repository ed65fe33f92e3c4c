/** What is known of a reservation's past. */
import { sql } from 'kysely'
import { from, type Queryable, type Scope } from '../../platform/tenant.ts'
import { shownId } from '../../records/reservations/twins/queries.ts'
import type { PastChange, StoryBase } from './story.ts'

/** The record as it is kept, before time derives anything of it. */
export async function storyBase(db: Queryable, scope: Scope, id: string): Promise<StoryBase | undefined> {
  return from(db, scope, 'reservations')
    .select([
      'reservations.id',
      'reservations.listing_id',
      'reservations.doc',
      'reservations.status',
      'reservations.status_detail',
      'reservations.pending_reason',
      'reservations.respond_by',
      'reservations.created_at',
      sql<
        string | null
      >`(select home.time_zone from listings home where home.workspace_id = reservations.workspace_id
        and home.id = reservations.listing_id)`.as('time_zone'),
    ])
    .where('reservations.id', '=', shownId(scope, id))
    .executeTakeFirst()
}

/** The newest first. */
export async function changesOf(db: Queryable, scope: Scope, id: string): Promise<PastChange[]> {
  const { rows } = await sql<PastChange>`
    select revision, change, previous, created_at from record_history
    where workspace_id = ${scope.workspaceId} and record_type = 'reservation' and record_id = ${id}
    order by revision desc`.execute(db)
  return rows
}

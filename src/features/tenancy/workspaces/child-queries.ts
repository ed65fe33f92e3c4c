import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { beginRetention } from './queries.ts'

/** Creates a workspace for another one, whose plan it has; a sandbox's child is a sandbox. */
export async function insertChildWorkspace(
  db: Queryable,
  parent: Scope,
  child: { name: string; externalRef: string | null },
): Promise<Scope> {
  const { rows } = await sql<{ id: string }>`
    insert into workspaces as child (id, parent_id, name, external_ref, plan, contact_confirmed)
    select next_id(id, 'workspaces_id'), id,
           ${child.name}, ${child.externalRef}, plan, contact_confirmed
    from workspaces p where p.id = ${parent.workspaceId}
    returning child.id`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`workspace ${parent.workspaceId} was not found`)
  await beginRetention(db, row.id)
  return { workspaceId: row.id }
}

/** null if no workspace created it. */
export async function parentWorkspace(db: Queryable, scope: Scope): Promise<Scope | null> {
  const { rows } = await sql<{ parent_id: string | null }>`
    select parent_id from workspaces where id = ${scope.workspaceId}`.execute(db)
  const parent = rows[0]?.parent_id ?? null
  return parent === null ? null : { workspaceId: parent }
}

/**
 * How the workspace ended; null if it is active. On Citus two transactions that share the row and then store something wait for each other, so
 * it is locked for one.
 */
export async function workspaceEnd(tx: Queryable, scope: Scope): Promise<'cut_over' | 'deactivated' | null> {
  const { rows } = await sql<{ cut_over_at: Date | null; deactivated_at: Date | null }>`
    select cut_over_at, deactivated_at from workspaces where id = ${scope.workspaceId} for no key update`.execute(
    tx,
  )
  const [row] = rows
  if (row?.deactivated_at) return 'deactivated'
  return row?.cut_over_at ? 'cut_over' : null
}

/** True while a file import fills the workspace. */
export async function isBeingFilled(tx: Queryable, scope: Scope): Promise<boolean> {
  const { rows } = await sql<{ running: boolean }>`
    select exists (select from file_imports
                   where workspace_id = ${scope.workspaceId} and finished_at is null) as running`.execute(tx)
  return rows[0]?.running ?? false
}

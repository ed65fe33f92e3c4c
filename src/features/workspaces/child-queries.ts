import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

/** A workspace that was made by another one; of a sandbox it is a sandbox as well. It has its maker's plan. */
export async function insertChildWorkspace(
  db: Queryable,
  parent: Scope,
  child: { name: string; externalRef: string | null },
): Promise<Scope> {
  const { rows } = await sql<{ id: string }>`
    insert into workspaces (id, parent_id, name, external_ref, plan, contact_confirmed)
    select nextval(case when id >= 900000000 then 'sandbox_id'::regclass else 'workspaces_id'::regclass end), id,
           ${child.name}, ${child.externalRef}, plan, contact_confirmed
    from workspaces where id = ${parent.workspaceId}
    returning id`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`workspace ${parent.workspaceId} was not found`)
  return { workspaceId: row.id }
}

/** null: nobody's child. */
export async function parentOf(db: Queryable, scope: Scope): Promise<Scope | null> {
  const { rows } = await sql<{ parent_id: string | null }>`
    select parent_id from workspaces where id = ${scope.workspaceId}`.execute(db)
  const parent = rows[0]?.parent_id ?? null
  return parent === null ? null : { workspaceId: parent }
}

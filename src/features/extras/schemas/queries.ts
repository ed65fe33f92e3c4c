import { sql, type RawBuilder } from 'kysely'
import type { ListOrdering, PageRequest } from '../../../http/list.ts'
import { from, type Queryable, type Scope } from '../../../platform/tenant.ts'

const shown = ['id', 'name', 'description', 'mappings', 'active', 'created_at'] as const

export type SchemaRow = Awaited<ReturnType<typeof schemaRows>>[number]

export const schemaOrdering: ListOrdering<SchemaRow> = {
  name: 'created',
  direction: 'desc',
  keys: [
    { expression: sql`created_at`, type: 'timestamptz', valueOf: (row) => row.created_at.toISOString() },
    { expression: sql`id`, type: 'uuid', valueOf: (row) => row.id },
  ],
}

export function schemaRows(db: Queryable, scope: Scope, page: PageRequest) {
  return from(db, scope, 'response_schemas')
    .select(shown)
    .$if(page.after !== undefined, (query) => query.where(page.after as RawBuilder<boolean>))
    .orderBy(page.orderBy as RawBuilder<unknown>)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function schemaTotal(db: Queryable, scope: Scope): Promise<number> {
  const { count } = await from(db, scope, 'response_schemas')
    .select((e) => e.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function schemaById(db: Queryable, scope: Scope, id: string): Promise<SchemaRow | undefined> {
  return from(db, scope, 'response_schemas').select(shown).where('id', '=', id).executeTakeFirst()
}

/** Keeps the count of schemas fixed until the transaction ends. */
export async function lockSchemaCount(tx: Queryable, scope: Scope): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`schemas:${scope.workspaceId}`}, 0))`.execute(tx)
  return schemaTotal(tx, scope)
}

export interface NewSchema {
  id: string
  name: string
  description: string | null
  /** JSON. */
  mappings: string
}

/** undefined if the name is taken. */
export async function insertSchema(
  tx: Queryable,
  scope: Scope,
  { id, name, description, mappings }: NewSchema,
  now: Date,
): Promise<SchemaRow | undefined> {
  const { rows } = await sql<SchemaRow>`
    insert into response_schemas (workspace_id, id, name, description, mappings, created_at, updated_at)
    values (${scope.workspaceId}::bigint, ${id}::uuid, ${name}, ${description}, ${mappings}, ${now}::timestamptz,
            ${now}::timestamptz)
    on conflict (workspace_id, name) do nothing
    returning id, name, description, mappings, active, created_at`.execute(tx)
  return rows[0]
}

export interface SchemaChanges {
  description?: string | null
  mappings?: string
  active?: boolean
}

export async function updateSchema(
  tx: Queryable,
  scope: Scope,
  id: string,
  changes: SchemaChanges,
  now: Date,
): Promise<SchemaRow | undefined> {
  const { mappings = null, active = null } = changes
  const description = changes.description === undefined ? sql`description` : sql`${changes.description}::text`
  const { rows } = await sql<SchemaRow>`
    update response_schemas
    set description = ${description}, mappings = coalesce(${mappings}::text, mappings),
        active = coalesce(${active}::boolean, active), version = version + 1, updated_at = ${now}::timestamptz
    where workspace_id = ${scope.workspaceId}::bigint and id = ${id}::uuid
    returning id, name, description, mappings, active, created_at`.execute(tx)
  return rows[0]
}

export async function deleteSchema(tx: Queryable, scope: Scope, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from response_schemas where workspace_id = ${scope.workspaceId}::bigint and id = ${id}::uuid`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

export interface ChosenSchema {
  id: string
  version: number
  /** null if the caller's known version is current. */
  mappings: string | null
}

/** The active schema of this name, without mappings if `known` is current. */
export function chosenSchema(
  db: Queryable,
  scope: Scope,
  name: string,
  known: { id: string; version: number } | undefined,
): Promise<ChosenSchema | undefined> {
  const { id = null, version = null } = known ?? {}
  return from(db, scope, 'response_schemas')
    .select([
      'id',
      'version',
      sql<
        string | null
      >`case when id = ${id}::uuid and version = ${version}::int then null else mappings end`.as('mappings'),
    ])
    .where('name', '=', name)
    .where('active', '=', true)
    .executeTakeFirst()
}

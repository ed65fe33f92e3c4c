import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

export interface StoredFile {
  path: string
  content_type: string
  size: number
  created_at: Date
}

/** false: the listing no longer exists. Storing the same file again keeps one row. */
export async function insertListingFile(
  db: Queryable,
  scope: Scope,
  listingId: string,
  file: StoredFile,
): Promise<boolean> {
  const { rows } = await sql`
    insert into listing_files as f (workspace_id, path, listing_id, content_type, size, created_at)
    select l.workspace_id, ${file.path}, l.id, ${file.content_type}, ${file.size}, ${file.created_at}
    from listings l where l.workspace_id = ${scope.workspaceId} and l.id = ${listingId}
    on conflict (workspace_id, path) do update set size = excluded.size
    returning f.path`.execute(db)
  return rows.length > 0
}

export async function listingFiles(db: Queryable, scope: Scope, listingId: string): Promise<StoredFile[]> {
  const { rows } = await sql<StoredFile>`
    select path, content_type, size, created_at from listing_files
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId}
    order by created_at, path`.execute(db)
  return rows
}

/** Answers whether the file existed. */
export async function deleteListingFile(
  db: Queryable,
  scope: Scope,
  listingId: string,
  path: string,
): Promise<boolean> {
  const { rows } = await sql`
    delete from listing_files
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId} and path = ${path}
    returning path`.execute(db)
  return rows.length > 0
}

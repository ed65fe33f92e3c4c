/** All workspaces share the encrypted access of the server's own vendor accounts. */
import { sql } from 'kysely'
import type { Queryable } from '../platform/tenant.ts'

export async function vendorAccess(db: Queryable, name: string): Promise<Buffer | null> {
  const { rows } = await sql<{
    session: Buffer
  }>`select session from vendor_access where name = ${name}`.execute(db)
  return rows[0]?.session ?? null
}

export async function storeVendorAccess(db: Queryable, name: string, session: Buffer): Promise<void> {
  await sql`
    insert into vendor_access (name, session) values (${name}, ${session})
    on conflict (name) do update set session = excluded.session, updated_at = now()`.execute(db)
}

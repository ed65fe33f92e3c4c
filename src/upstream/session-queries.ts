/** Accesses of the server's own vendor accounts, shared by all workspaces, and how often accesses are renewed. */
import { sql } from 'kysely'
import type { Queryable } from '../platform/tenant.ts'

const keptHours = 48

export async function countRenewal(
  db: Queryable,
  provider: string,
  { at, rejected }: { at: Date; rejected: boolean },
): Promise<void> {
  const hour = sql`date_trunc('hour', ${at}::timestamptz, 'UTC')`
  await sql`
    with old as (
      delete from access_renewals
      where provider = ${provider} and hour < ${at}::timestamptz - ${keptHours}::int * interval '1 hour')
    insert into access_renewals (provider, hour, attempts, rejections)
    values (${provider}, ${hour}, 1, ${rejected ? 1 : 0}::int)
    on conflict (provider, hour) do update
      set attempts = access_renewals.attempts + 1,
          rejections = access_renewals.rejections + excluded.rejections`.execute(db)
}

export async function vendorAccess(db: Queryable, name: string): Promise<Buffer | null> {
  const { rows } = await sql<{
    session: Buffer
  }>`select session from vendor_access where name = ${name}`.execute(db)
  return rows[0]?.session ?? null
}

export async function storeVendorAccess(db: Queryable, name: string, session: Buffer): Promise<void> {
  await sql`
    insert into vendor_access (name, session) values (${name}, ${session})
    on conflict (name) do update set session = excluded.session, updated_at = excluded.updated_at`.execute(db)
}

/**
 * Tells every process that remembers keys of a change. Triggers tell of changes that come by SQL; a distributed database
 * does not have them, so the program tells of its own everywhere. PostgreSQL sends equal notices of a transaction once.
 */
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/tenant.ts'

/** The commit sends it. */
export async function notifyKeyChange(db: Queryable, keyId: string): Promise<void> {
  await sql`select pg_notify('lodgewire_keys', ${keyId})`.execute(db)
}

/** For changes of a workspace or its limits, which its keys and those of its children follow. */
export const notifyAllKeys = (db: Queryable): Promise<void> => notifyKeyChange(db, '')

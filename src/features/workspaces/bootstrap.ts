import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import { newKey } from './keys.ts'
import { hasWorkspace, insertApiKey, insertWorkspace, lockBootstrap } from './queries.ts'

export interface FirstStart {
  workspaceId: string
  sandboxWorkspaceId: string
  sandboxKey: string
  liveKey: string
}

/**
 * The first workspace with its sandbox and a key for each; null when the database has a workspace already. `complete`
 * runs before the commit: what the first start also needs (keeping the keys, fixtures) happens with it or not at all,
 * wherever the process is cut off.
 */
export async function bootstrapWorkspace(
  db: Kysely<Database>,
  complete: (first: FirstStart, transaction: Transaction<Database>) => Promise<void> = async () => {},
): Promise<FirstStart | null> {
  if (await hasWorkspace(db)) return null
  return db.transaction().execute(async (transaction) => {
    await lockBootstrap(transaction)
    if (await hasWorkspace(transaction)) return null
    const first = await createFirst(transaction)
    await complete(first, transaction)
    return first
  })
}

async function createFirst(db: Transaction<Database>): Promise<FirstStart> {
  const workspace = { name: 'My workspace', plan: 'custom', contactConfirmed: true } as const
  const { id, sandboxId } = await insertWorkspace(db, workspace)
  const [sandbox, live] = [newKey('sandbox'), newKey('live')]
  await insertApiKey(db, sandboxId, sandbox, 'First start')
  await insertApiKey(db, id, live, 'First start')
  return { workspaceId: id, sandboxWorkspaceId: sandboxId, sandboxKey: sandbox.key, liveKey: live.key }
}

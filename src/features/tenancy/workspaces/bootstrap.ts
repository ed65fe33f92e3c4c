import type { Kysely, Transaction } from 'kysely'
import { targetOf, writeAuditLine } from '../../../platform/audit.ts'
import type { Database } from '../../../platform/schema.ts'
import { newKey } from './keys.ts'
import { hasWorkspace, insertApiKey, insertWorkspace, lockBootstrap } from './queries.ts'

export interface FirstStart {
  workspaceId: string
  sandboxWorkspaceId: string
  sandboxKey: string
  liveKey: string
}

/**
 * Creates the first workspace with its sandbox and a key for each; null if a workspace exists. `complete`
 * runs before the commit, so keys file and fixtures are written with it or not at all.
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
  for (const [workspaceId, key] of [
    [sandboxId, sandbox],
    [id, live],
  ] as const) {
    const made = await insertApiKey(db, workspaceId, key, 'First start')
    const line = {
      action: 'system.setup',
      actor: { kind: 'system' },
      targets: [targetOf('key', made.id)],
    } as const
    await writeAuditLine(db, { workspaceId }, line)
  }
  return { workspaceId: id, sandboxWorkspaceId: sandboxId, sandboxKey: sandbox.key, liveKey: live.key }
}

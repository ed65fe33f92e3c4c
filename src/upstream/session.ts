/** Access tokens, kept encrypted with their connection and renewed by one process at a time. */
import { setTimeout as pause } from 'node:timers/promises'
import type { AuthSession } from '../connector-kit/auth/auth.ts'
import type { Vault } from '../platform/crypto.ts'
import type { Locks } from '../platform/locks.ts'
import type { Queryable, Scope } from '../platform/tenant.ts'
import { connectionSession, storeConnectionSession } from './connection-queries.ts'

const pollMs = 50
/** Longer than any renewal takes, retries included. */
const longestWaitMs = 180_000

/** Binds what is encrypted to its connection, so that it cannot be moved to another. */
export function vaultContext(scope: Scope, connectionId: string): string {
  return `connection:${scope.workspaceId}:${connectionId}`
}

export interface SessionPlace {
  db: Queryable
  vault: Vault
  locks: Locks
  scope: Scope
  connectionId: string
}

export function storedSession({ db, vault, locks, scope, connectionId }: SessionPlace): AuthSession {
  const context = vaultContext(scope, connectionId)
  const name = `session:${scope.workspaceId}:${connectionId}`
  return {
    async load() {
      const sealed = await connectionSession(db, scope, connectionId)
      try {
        return sealed === null ? null : vault.decrypt(sealed, context)
      } catch {
        // Encrypted with a key that is gone: a new token takes its place.
        return null
      }
    },
    async save(text) {
      await storeConnectionSession(db, scope, connectionId, vault.encrypt(text, context))
    },
    async lock(renew) {
      const deadline = performance.now() + longestWaitMs
      while (!(await locks.tryLock(name))) {
        if (performance.now() > deadline)
          throw new Error('another process does not finish renewing the access')
        await pause(pollMs)
      }
      try {
        return await renew()
      } finally {
        await locks.unlock(name)
      }
    },
  }
}

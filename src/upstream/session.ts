/** What is kept encrypted with a connection: its credentials, and access tokens that one process at a time renews. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Static, TSchema } from 'typebox'
import type { AuthSession } from '../connector-kit/auth/auth.ts'
import type { Vault } from '../platform/crypto.ts'
import { createLocks } from '../platform/locks.ts'
import type { Scope } from '../platform/tenant.ts'
import type { ConnectionKey, Services } from '../services.ts'
import { connectionSession, storeConnectionSession } from './connection-queries.ts'

const pollMs = 50
/** Longer than any renewal takes, retries included. */
const longestWaitMs = 180_000

/** Binds what is encrypted to its connection, so that it cannot be moved to another. */
export function vaultContext(scope: Scope, connectionId: string): string {
  return `connection:${scope.workspaceId}:${connectionId}`
}

export function credentialsIn(
  vault: Vault,
  scope: Scope,
  { id, credentials }: Pick<ConnectionKey, 'id' | 'credentials'>,
): Static<TSchema> {
  if (credentials === null) throw new Error('the connection has no credentials')
  return JSON.parse(vault.decrypt(credentials, vaultContext(scope, id))) as Static<TSchema>
}

export interface SessionPlace extends Pick<Services, 'db' | 'pool' | 'vault' | 'log'> {
  scope: Scope
  connectionId: string
}

export function storedSession({ db, pool, vault, log, scope, connectionId }: SessionPlace): AuthSession {
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
      // A database session is taken only for the time of a renewal.
      const locks = createLocks({ pool, log })
      const deadline = performance.now() + longestWaitMs
      try {
        while (!(await locks.tryLock(name))) {
          if (performance.now() > deadline)
            throw new Error('another process does not finish renewing the access')
          await pause(pollMs)
        }
        return await renew()
      } finally {
        await locks.close()
      }
    },
  }
}

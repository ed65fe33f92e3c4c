/** What is kept encrypted with a connection: its credentials, and access tokens that one process at a time renews. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Static, TSchema } from 'typebox'
import type { AuthSession } from '../connector-kit/auth/auth.ts'
import type { Vault } from '../platform/crypto.ts'
import { createLocks } from '../platform/locks.ts'
import type { Scope } from '../platform/tenant.ts'
import type { ConnectionKey, Services } from '../services.ts'
import { connectionSession, storeConnectionSession } from './connection-queries.ts'
import { renewInTurn } from './renewals.ts'
import { storeVendorAccess, vendorAccess } from './vendor-access-queries.ts'

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

/** Of a connection, wherever its access is kept. */
export function storedSession({ db, scope, connectionId, pool, vault, log }: SessionPlace): AuthSession {
  return sealedSession({
    ...{ pool, vault, log },
    context: vaultContext(scope, connectionId),
    name: `session:${scope.workspaceId}:${connectionId}`,
    load: () => connectionSession(db, scope, connectionId),
    save: (session) => storeConnectionSession(db, scope, connectionId, session),
  })
}

/** Of the server's own account with a vendor, which all connections to it share. */
export function sharedSession(
  { db, ...place }: Omit<SessionPlace, 'scope' | 'connectionId'>,
  name: string,
): AuthSession {
  return sealedSession({
    ...place,
    context: `vendor access:${name}`,
    name: `vendor access:${name}`,
    load: () => vendorAccess(db, name),
    save: (session) => storeVendorAccess(db, name, session),
  })
}

interface Sealed extends Pick<Services, 'pool' | 'vault' | 'log'> {
  context: string
  /** Of the lock. */
  name: string
  load(): Promise<Buffer | null>
  save(session: Buffer): Promise<void>
}

function sealedSession({ pool, vault, log, context, name, load, save }: Sealed): AuthSession {
  return {
    async load() {
      const sealed = await load()
      try {
        return sealed === null ? null : vault.decrypt(sealed, context)
      } catch {
        // Encrypted with a key that is gone: a new token takes its place.
        return null
      }
    },
    save: (text) => save(vault.encrypt(text, context)),
    lock(renew) {
      const deadline = performance.now() + longestWaitMs
      const isLate = () => performance.now() > deadline
      return renewInTurn(pool, name, async () => {
        // A database session is taken only for the time of a renewal.
        const locks = createLocks({ pool, log })
        try {
          while (isLate() || !(await locks.tryLock(name))) {
            if (isLate()) throw new Error('others do not finish renewing the access')
            await pause(pollMs)
          }
          return await renew()
        } finally {
          await locks.close()
        }
      })
    },
  }
}

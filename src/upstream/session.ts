/** What is kept encrypted with a connection: its credentials, and access tokens that one process at a time renews. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Static, TSchema } from 'typebox'
import type { AuthSession } from '../connector-kit/auth/auth.ts'
import { targetOf } from '../platform/audit.ts'
import { ApiError } from '../platform/api-error.ts'
import { DecryptError, type Vault } from '../platform/crypto.ts'
import { createLocks } from '../platform/locks.ts'
import { type Scope, isSandbox, type Queryable } from '../platform/tenant.ts'
import type { ConnectionKey, Services } from '../services.ts'
import { VendorError } from '../connector-kit/vendor-error.ts'
import type { Clock } from '../platform/clock.ts'
import { connectionSession, storeConnectionSession } from './connection-queries.ts'
import { countRenewal } from './renewal-queries.ts'
import { storeVendorAccess, vendorAccess } from './vendor-access-queries.ts'
import type pg from 'pg'

// Renewals of access wait within their process before each of them holds a database session: what they ask meanwhile needs others.

/** Of the connections of a pool, so large a part is held by renewals at most. */
const part = 1 / 4

interface Queue {
  /** By what is renewed, the last one in the row: they get the same token, so they come one after the other. */
  last: Map<string, Promise<unknown>>
  free: number
  waiting: (() => void)[]
}

const queues = new WeakMap<pg.Pool, Queue>()

function queueOf(pool: pg.Pool): Queue {
  const free = Math.max(1, Math.floor((pool.options.max ?? 10) * part))
  const queue = queues.get(pool) ?? { last: new Map(), free, waiting: [] }
  queues.set(pool, queue)
  return queue
}

async function renewInTurn<T>(pool: pg.Pool, name: string, renew: () => Promise<T>): Promise<T> {
  const queue = queueOf(pool)
  const before = queue.last.get(name) ?? Promise.resolve()
  const own = before.then(() => whenFree(queue, renew))
  const ended = own.catch(() => {})
  queue.last.set(name, ended)
  try {
    return await own
  } finally {
    if (queue.last.get(name) === ended) queue.last.delete(name)
  }
}

async function whenFree<T>(queue: Queue, renew: () => Promise<T>): Promise<T> {
  if (queue.free > 0) queue.free -= 1
  else await new Promise<void>((resolve) => queue.waiting.push(resolve))
  try {
    return await renew()
  } finally {
    const next = queue.waiting.shift()
    if (next) next()
    else queue.free += 1
  }
}

const pollMs = 50
/** Longer than any renewal takes, retries included. */
const longestWaitMs = 180_000

/** Binds what is encrypted to its connection, so that it cannot be moved to another. */
export function vaultContext(scope: Scope, connectionId: string): string {
  return `connection:${scope.workspaceId}:${connectionId}`
}

/** The same of the server's own account with a vendor. */
export const accessContext = (name: string): string => `vendor access:${name}`

export function credentialsIn(
  vault: Vault,
  scope: Scope,
  { id, credentials }: Pick<ConnectionKey, 'id' | 'credentials'>,
): Static<TSchema> {
  if (credentials === null) throw new Error('the connection has no credentials')
  return JSON.parse(decrypted(vault, credentials, vaultContext(scope, id))) as Static<TSchema>
}

/** A key that is missing is not given by asking again, and the vendor was not called yet. */
function decrypted(vault: Vault, sealed: Buffer, context: string): string {
  try {
    return vault.decrypt(sealed, context)
  } catch (error) {
    if (!(error instanceof DecryptError)) throw error
    throw new ApiError(
      'service_misconfigured',
      'The server cannot read the credentials of this account with its encryption keys; nothing was sent.',
      { retryable: false },
      { cause: error },
    )
  }
}

export interface SessionOwner extends Pick<Services, 'db' | 'pool' | 'vault' | 'log' | 'audit'> {
  scope: Scope
  connectionId: string
  /** Whose access it is, where renewals of it are counted. */
  counted?: CountedSession
}

interface CountedSession {
  provider: string
  clock: Clock
}

/** Of a connection, wherever its access is kept. */
export function storedSession({
  db,
  scope,
  connectionId,
  pool,
  vault,
  log,
  audit,
  counted,
}: SessionOwner): AuthSession {
  return sealedSession({
    ...{ db, pool, vault, log },
    counted: isSandbox(scope) ? undefined : counted,
    context: vaultContext(scope, connectionId),
    name: `session:${scope.workspaceId}:${connectionId}`,
    load: () => connectionSession(db, scope, connectionId),
    save: async (session) => {
      await audit.useOf(scope, targetOf('connection', connectionId), 'access.renew')
      await storeConnectionSession(db, scope, connectionId, session)
    },
  })
}

/** Of the server's own account with a vendor, which all connections to it share. */
export function sharedSession(
  { db, counted, ...place }: Omit<SessionOwner, 'scope' | 'connectionId' | 'audit'>,
  name: string,
): AuthSession {
  return sealedSession({
    ...place,
    db,
    counted,
    context: accessContext(name),
    name: accessContext(name),
    load: () => vendorAccess(db, name),
    save: (session) => storeVendorAccess(db, name, session),
  })
}

interface SealedSession extends Pick<Services, 'pool' | 'vault' | 'log'> {
  db: Queryable
  counted: CountedSession | undefined
  context: string
  /** Of the lock. */
  name: string
  load(): Promise<Buffer | null>
  save(session: Buffer): Promise<void>
}

/** Runs a renewal and counts it, unless somebody else was faster and nothing was asked. */
async function counting<T>(
  { db, log, counted }: Pick<SealedSession, 'db' | 'log' | 'counted'>,
  renew: () => Promise<T>,
  wasSaved: () => boolean,
): Promise<T> {
  const count = async (rejected: boolean): Promise<void> => {
    if (!counted) return
    const { provider, clock } = counted
    await countRenewal(db, provider, { at: clock.now(), rejected }).catch((err: unknown) =>
      log.warn({ err, provider }, 'a renewal of access was not counted'),
    )
  }
  try {
    const renewed = await renew()
    if (wasSaved()) await count(false)
    return renewed
  } catch (error) {
    await count(error instanceof VendorError && error.kind === 'credentials')
    throw error
  }
}

function sealedSession(sealed: SealedSession): AuthSession {
  const { pool, vault, log, context, name, load, save } = sealed
  let saves = 0
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
    save: async (text) => {
      await save(vault.encrypt(text, context))
      saves += 1
    },
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
          const saved = saves
          return await counting(sealed, renew, () => saves > saved)
        } finally {
          await locks.close()
        }
      })
    },
  }
}

/** Encrypts a connection's credentials, and its access tokens that one process at a time renews. */
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
import { countRenewal, storeVendorAccess, vendorAccess } from './session-queries.ts'
import type pg from 'pg'

// Renewals queue within their process before taking a database session, because their queries need others.

/** Renewals hold at most this share of a pool's connections. */
const part = 1 / 4

interface Queue {
  /** Later renewals of a token follow the last in line and get the same token. */
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
/** No renewal takes this long, including retries. */
const longestWaitMs = 180_000

/** Binds encrypted data to its connection, so that it cannot be moved to another. */
export function vaultContext(scope: Scope, connectionId: string): string {
  return `connection:${scope.workspaceId}:${connectionId}`
}

/** Binds the access of the server's own account with a vendor in the same way. */
export const accessContext = (name: string): string => `vendor access:${name}`

export function credentialsIn(
  vault: Vault,
  scope: Scope,
  { id, credentials }: Pick<ConnectionKey, 'id' | 'credentials'>,
): Static<TSchema> {
  if (credentials === null) throw new Error('the connection has no credentials')
  return JSON.parse(decrypted(vault, credentials, vaultContext(scope, id))) as Static<TSchema>
}

/** Retrying does not restore a missing key, and the vendor was not called. */
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
  counted?: CountedSession
}

interface CountedSession {
  provider: string
  clock: Clock
}

/** Stores the session with the connection or with its migration. */
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

/** All connections of a vendor share the session of the server's own account. */
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
  /** The lock has this name. */
  name: string
  load(): Promise<Buffer | null>
  save(session: Buffer): Promise<void>
}

/** Counts a renewal, unless another process had renewed the token. */
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
        // The session was encrypted with a lost key; a new token replaces it.
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
        // Takes a database session only for the duration of a renewal.
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

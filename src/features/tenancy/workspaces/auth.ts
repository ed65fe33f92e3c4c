/**
 * Caches who a key belongs to, so that a request needs no database round trip. Changes of keys arrive by
 * notification (`key-notices.ts`); without notifications an entry lives less than a second.
 */
import type pg from 'pg'
import { limitsOf } from '../../../contract/plans.ts'
import type { Principal } from '../../../http/route.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import { hashApiKey } from '../../../platform/crypto.ts'
import type { Log } from '../../../platform/log.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import {
  existingIds,
  isChildWorkspace,
  principalByKeyHash,
  updateKeyUses,
  type KeyUse,
} from './auth-queries.ts'
import { createKeyNotices } from './key-notices.ts'

/** How long the existence of workspaces and connections is cached. */
const rememberMs = 5_000
const maxRemembered = 10_000
/** `ms_` marks a member's session, `at_` the token of an agent. */
const keyShape = /^(?:sk|ms|at)_(test|live)_[A-Za-z0-9]{16,200}$/

interface CachedAuthValue<T> {
  value: T
  since: number
}

function createAuthCache<T>(clock: Clock, lifeMs: () => number) {
  const entries = new Map<string, CachedAuthValue<T>>()
  return {
    get(key: string): T | undefined {
      const entry = entries.get(key)
      return entry && clock.monotonicMs() - entry.since < lifeMs() ? entry.value : undefined
    },
    /** `since` is the time before the database was read. */
    set(key: string, value: T, since: number): void {
      if (entries.size >= maxRemembered) entries.clear()
      entries.set(key, { value, since })
    },
    forget(isMeant: (value: T) => boolean): void {
      for (const [key, { value }] of entries) if (isMeant(value)) entries.delete(key)
    },
  }
}

export interface Authentication {
  /** Answers synchronously where the key is cached. */
  authenticate(key: string, address: string): Promise<Principal | null> | Principal | null
  childWorkspace(principal: Principal, workspaceId: string): Promise<Scope | null>
  /** The given connections that exist; null if none does. */
  accountScope(scope: Scope, connectionIds: readonly string[]): Promise<Scope | null>
  /** Starts listening for changes of keys, which lets entries live longer. */
  hear(pool: pg.Pool): { stop(): Promise<void> }
  /** Writes when and from where keys were last used; called periodically and at the end. */
  flush(): Promise<void>
}

async function lookUpPrincipal(
  db: Queryable,
  key: string,
  { burstLimit }: Pick<Config, 'burstLimit'>,
): Promise<Principal | null> {
  const row = await principalByKeyHash(db, hashApiKey(key))
  if (!row) return null
  const limits = limitsOf(row.plan, row.overrides ?? {}, burstLimit)
  return {
    keyId: row.key_id,
    memberId: row.member_id,
    workspaceId: row.workspace_id,
    mode: row.mode,
    plan: row.plan,
    // A migration copies every listing, whatever the plan allows.
    limits: row.is_child ? { ...limits, activeListings: null } : limits,
    contactConfirmed: row.contact_confirmed,
    onlyConnectionIds: row.connection_ids,
    onlyListingIds: row.listing_ids,
    scopes: row.scopes,
    agentLimits: row.agent_limits,
    isAgentSession: row.agent_client !== null,
    expiresAt: row.expires_at,
  }
}

export function createAuthentication(services: {
  db: Queryable
  clock: Clock
  config: Pick<Config, 'burstLimit'>
  log: Log
}): Authentication {
  const { db, clock, config, log } = services
  const notices = createKeyNotices(clock)
  const principals = createAuthCache<Principal | null>(clock, () => notices.rememberMs())
  const children = createAuthCache<boolean>(clock, () => rememberMs)
  const accounts = createAuthCache<true>(clock, () => rememberMs)
  let used = new Map<string, KeyUse>()

  async function readAnew(key: string): Promise<Principal | null> {
    const [since, heard] = [clock.monotonicMs(), notices.count()]
    const principal = await lookUpPrincipal(db, key, config)
    // Data read while a notification came in may predate the change.
    if (notices.count() === heard) principals.set(key, principal, since)
    return principal
  }

  return {
    hear: (pool) =>
      notices.listen(pool, log, (keyId) =>
        principals.forget((principal) => keyId === null || principal?.keyId === keyId),
      ),
    authenticate(key, address) {
      const noted = (principal: Principal | null) => {
        if (principal) used.set(principal.keyId, { id: principal.keyId, at: clock.now(), address })
        return principal
      }
      const known = principals.get(key)
      if (known !== undefined) return noted(known)
      return keyShape.test(key) ? readAnew(key).then(noted) : null
    },
    async childWorkspace(principal, workspaceId) {
      const pair = `${principal.workspaceId}/${workspaceId}`
      const known = children.get(pair)
      const isChild = known ?? (await isChildWorkspace(db, principal.workspaceId, workspaceId))
      if (known === undefined) children.set(pair, isChild, clock.monotonicMs())
      return isChild ? { workspaceId } : null
    },
    async accountScope(scope, connectionIds) {
      const placeOf = (id: string) => `${scope.workspaceId}/${id}/${scope.listingIds?.join(',') ?? ''}`
      // Only existing connections are cached, so a new one works at once.
      const unknown = connectionIds.filter((id) => !accounts.get(placeOf(id)))
      const since = clock.monotonicMs()
      const found = unknown.length === 0 ? [] : await existingIds(db, scope, 'connections', unknown)
      for (const id of found) accounts.set(placeOf(id), true, since)
      const there = connectionIds.filter((id) => !unknown.includes(id) || found.includes(id))
      return there.length === 0 ? null : { ...scope, connectionIds: there }
    },
    async flush() {
      if (used.size === 0) return
      const uses = [...used.values()]
      used = new Map()
      await updateKeyUses(db, uses)
    },
  }
}

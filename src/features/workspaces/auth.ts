/** Who a key belongs to, remembered for a few seconds so that a request costs no database round trip. */
import { limitsOf } from '../../contract/plans.ts'
import type { Principal } from '../../http/route.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { hashApiKey } from '../../platform/crypto.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { isChildWorkspace, isConnection, keyByHash, touchKeys, type KeyUse } from './auth-queries.ts'

/** A revoked key stops working within this time. */
const rememberMs = 5_000
const maxRemembered = 10_000
const keyShape = /^sk_(test|live)_[A-Za-z0-9]{16,200}$/

interface Remembered<T> {
  value: T
  until: number
}

function memory<T>(clock: Clock) {
  const entries = new Map<string, Remembered<T>>()
  return {
    get(key: string): T | undefined {
      const entry = entries.get(key)
      return entry && entry.until > clock.monotonicMs() ? entry.value : undefined
    },
    set(key: string, value: T): void {
      if (entries.size >= maxRemembered) entries.clear()
      entries.set(key, { value, until: clock.monotonicMs() + rememberMs })
    },
  }
}

export interface Authentication {
  authenticate(key: string, address: string): Promise<Principal | null>
  childWorkspace(principal: Principal, workspaceId: string): Promise<Scope | null>
  accountScope(scope: Scope, connectionId: string): Promise<Scope | null>
  /** Writes down when and from where keys were last used. Called from time to time and at the end. */
  flush(): Promise<void>
}

export function createAuthentication(services: {
  db: Queryable
  clock: Clock
  config: Pick<Config, 'burstLimit'>
}): Authentication {
  const { db, clock, config } = services
  const principals = memory<Principal | null>(clock)
  const children = memory<boolean>(clock)
  const accounts = memory<true>(clock)
  let used = new Map<string, KeyUse>()

  async function lookUp(key: string): Promise<Principal | null> {
    const row = await keyByHash(db, hashApiKey(key))
    if (!row) return null
    return {
      keyId: row.key_id,
      workspaceId: row.workspace_id,
      mode: row.mode,
      plan: row.plan,
      limits: limitsOf(row.plan, row.overrides ?? {}, config.burstLimit),
      contactConfirmed: row.contact_confirmed,
      scopes: row.scopes,
      expiresAt: row.expires_at,
    }
  }

  return {
    async authenticate(key, address) {
      if (!keyShape.test(key)) return null
      const known = principals.get(key)
      const principal = known === undefined ? await lookUp(key) : known
      if (known === undefined) principals.set(key, principal)
      if (principal) used.set(principal.keyId, { id: principal.keyId, at: clock.now(), address })
      return principal
    },
    async childWorkspace(principal, workspaceId) {
      const pair = `${principal.workspaceId}/${workspaceId}`
      const known = children.get(pair)
      const isChild = known ?? (await isChildWorkspace(db, principal.workspaceId, workspaceId))
      if (known === undefined) children.set(pair, isChild)
      return isChild ? { workspaceId } : null
    },
    async accountScope(scope, connectionId) {
      const { workspaceId } = scope
      const pair = `${workspaceId}/${connectionId}`
      // Only what is there is remembered: a connection just made works at once.
      const isThere = accounts.get(pair) ?? (await isConnection(db, scope, connectionId))
      if (isThere) accounts.set(pair, true)
      return isThere ? { workspaceId, connectionId } : null
    },
    async flush() {
      if (used.size === 0) return
      const uses = [...used.values()]
      used = new Map()
      await touchKeys(db, uses)
    },
  }
}

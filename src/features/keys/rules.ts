/** What a key may give to another. Pure. */
import type { KeyScope } from '../../contract/key-scopes.ts'
import type { keyStates } from '../../contract/keys.ts'
import { allows } from '../../http/key-rights.ts'

/** null: everything, and for ever. */
export interface Rights {
  scopes: readonly KeyScope[] | null
  expiresAt: Date | null
  /** null: the whole workspace. */
  connectionId: string | null
}

export interface Excess {
  field: 'scopes' | 'expiresAt' | 'connectionId'
  value: unknown
  message: string
}

/** The first right that goes beyond those of `own`; null: there is none. */
export function excess(own: Rights, { scopes, expiresAt, connectionId }: Rights): Excess | null {
  if (own.scopes !== null) {
    const given = own.scopes
    if (scopes === null) {
      return { field: 'scopes', value: null, message: 'it may do everything, and the calling key may not' }
    }
    const more = scopes.find((scope) => !allows(given, scope))
    if (more !== undefined) {
      return { field: 'scopes', value: more, message: `it has \`${more}\`, and the calling key has not` }
    }
  }
  if (own.expiresAt !== null && (expiresAt === null || expiresAt > own.expiresAt)) {
    const end = own.expiresAt.toISOString()
    return {
      field: 'expiresAt',
      value: expiresAt?.toISOString() ?? null,
      message: `it ends later than the calling key, which ends at ${end}`,
    }
  }
  if (own.connectionId !== null && connectionId !== own.connectionId) {
    const message = `it is not for connection ${own.connectionId} only, as the calling key is`
    return { field: 'connectionId', value: connectionId, message }
  }
  return null
}

export function stateOf(
  { revoked_at, expires_at }: { revoked_at: Date | null; expires_at: Date | null },
  now: Date,
): (typeof keyStates)[number] {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && expires_at <= now ? 'expired' : 'active'
}

/** What a key may grant to another key or a member: never more than it has. Pure. */
import type { KeyScope } from '../../../contract/key-scopes.ts'
import { allows } from '../../../http/key-rights.ts'

/** null allows everything, forever. */
export interface AccessRights {
  scopes: readonly KeyScope[] | null
  expiresAt: Date | null
  /** null for every connection. */
  connectionIds: readonly string[] | null
  /** null for every listing. */
  listingIds: readonly string[] | null
}

export interface ExcessRight {
  field: 'scopes' | 'expiresAt' | 'connectionIds' | 'listingIds'
  value: unknown
  message: string
}

/** The first right that exceeds those of `own`; null if none does. */
export function findExcess(own: AccessRights, wanted: AccessRights): ExcessRight | null {
  const { scopes, expiresAt } = wanted
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
  return findWiderIds('connectionIds', own, wanted) ?? findWiderIds('listingIds', own, wanted)
}

const kinds = { connectionIds: 'connections', listingIds: 'listings' } as const

function findWiderIds(
  field: keyof typeof kinds,
  own: AccessRights,
  { [field]: ids }: AccessRights,
): ExcessRight | null {
  const given = own[field]
  const isWithin = given === null || (ids !== null && ids.every((id) => given.includes(id)))
  if (isWithin) return null
  const message = `it is not for the ${kinds[field]} ${given.join(', ')} only, as the calling key is`
  return { field, value: ids, message }
}

/** Finds the contacts a guest had at a moment in the past. */
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { pastState, type PastState } from '../past/state.ts'

interface PastContact {
  type: string
  value: string
  isPrimary: boolean
  verified: boolean
  lastUsedAt: string | null
}

export const pastGuest = (db: Queryable, scope: Scope, id: string, at: Date): Promise<PastState> =>
  pastState(db, scope, { type: 'guest', id }, ['contacts'], at)

interface PastGuestContact {
  type: string
  value: string
  is_primary: boolean
  verified: boolean
  last_used_at: Date | null
  created_at: Date
}

/** If no change of contacts is kept, returns the present contacts without those added since. */
export function contactsAt(
  { parts }: PastState,
  now: readonly PastGuestContact[],
  at: Date,
): Omit<PastGuestContact, 'created_at'>[] {
  const kept = parts.get('contacts') as PastContact[] | undefined
  if (kept === undefined) return now.filter(({ created_at: since }) => since <= at)
  return kept.map(({ type, value, isPrimary, verified, lastUsedAt }) => ({
    ...{ type, value, verified, is_primary: isPrimary },
    last_used_at: lastUsedAt === null ? null : new Date(lastUsedAt),
  }))
}

/** The first contact of each type is the one in use. */
export const usedContact = (
  contacts: readonly { type: string; value: string }[],
  type: string,
): string | null => contacts.find((one) => one.type === type)?.value ?? null

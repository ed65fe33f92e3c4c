/**
 * Renders stays of a first import from what the import knows, since nothing can be looked up yet. `comingToPublish`
 * must read the same for rows about to be stored.
 */
import type { GuestToShow } from '../guests/plan.ts'
import type { StoredReservation } from './row.ts'
import type { ComingToPublish } from './text-queries.ts'

export interface AccountOfStay {
  id: string
  provider: string
  external_account_id: string
  connection_id: string
}

/** Listings, units, accounts and guests that the stays refer to, by id. */
export interface ReferredStay {
  /** Whether each listing is active. */
  listings: ReadonlyMap<string, boolean>
  units: ReadonlyMap<string, string | null>
  accounts: ReadonlyMap<string, AccountOfStay>
  guests: ReadonlyMap<string, GuestToShow>
}

/** PostgreSQL's `numeric` writes exactly these amounts back unchanged. */
const plainAmount = /^(?!-0+(\.0*)?$)-?(0|[1-9]\d*)(\.\d+)?$/

/** PostgreSQL's jsonb orders keys by length, then by bytes. */
const inOrder = (a: string, b: string): number => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length - other.length || Buffer.compare(one, other)
}

/** Returns the document as PostgreSQL gives it back from jsonb. */
export function toStoredStays(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => toStoredStays(item ?? null))
  if (typeof value !== 'object' || value === null) return value
  const told = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(
    told.toSorted(([a], [b]) => inOrder(a, b)).map(([name, item]) => [name, toStoredStays(item)]),
  )
}

/**
 * Returns null if anything they refer to is missing. They have no head derived from time, so no event may show them.
 */
export function findReferredStays(
  rows: readonly StoredReservation[],
  { listings, units, accounts, guests }: ReferredStay,
  at: Date,
): ComingToPublish[] | null {
  const found: ComingToPublish[] = []
  for (const row of rows) {
    const active = listings.get(row.listing_id)
    const unit = row.unit_id === null ? null : units.get(row.unit_id)
    const account = row.account_id === null ? null : accounts.get(row.account_id)
    const guest = row.guest_id === null ? null : guests.get(row.guest_id)
    if (active === undefined || unit === undefined || account === undefined || guest === undefined)
      return null
    if (row.total_price !== null && !plainAmount.test(row.total_price)) return null
    found.push({
      ...row,
      booked_at: row.booked_at === null ? null : new Date(row.booked_at),
      created_at: at,
      updated_at: at,
      financials: toStoredStays(row.financials),
      guest_details: toStoredStays(row.guest_details),
      unit: row.unit_id === null ? null : { id: row.unit_id, name: unit },
      guest,
      account: account && {
        provider: account.provider,
        connectionId: account.connection_id,
        externalAccountId: account.external_account_id,
      },
      conflicts_with: [],
      former_ids: [],
      head: '',
      revision: 1,
      listing_active: active,
      cancelled_by: row.cancelled_by as ComingToPublish['cancelled_by'],
      cancel_reason: null,
      provider: account?.provider ?? null,
      external_account_id: account?.external_account_id ?? null,
      connection_id: account?.connection_id ?? null,
      before: null,
    })
  }
  return found
}

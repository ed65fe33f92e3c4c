/**
 * What is shown of stays that a first import finds, put together from what the import knows of them already: nothing of them is
 * stored yet, so nothing has to be looked up. Pure. The same as `comingToPublish` reads of rows that are about to be stored.
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

/** What the stays refer to, by id. */
export interface ReferredStay {
  /** Whether they are switched on. */
  listings: ReadonlyMap<string, boolean>
  units: ReadonlyMap<string, string | null>
  accounts: ReadonlyMap<string, AccountOfStay>
  guests: ReadonlyMap<string, GuestToShow>
}

/** As `numeric` writes it as well. */
const plainAmount = /^(?!-0+(\.0*)?$)-?(0|[1-9]\d*)(\.\d+)?$/

/** The order in which the database keeps the names of a document: the shorter first, then by their bytes. */
const inOrder = (a: string, b: string): number => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length - other.length || Buffer.compare(one, other)
}

/** A document as it is read again once it is stored. */
export function toStoredStays(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => toStoredStays(item ?? null))
  if (typeof value !== 'object' || value === null) return value
  const told = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(
    told.toSorted(([a], [b]) => inOrder(a, b)).map(([name, item]) => [name, toStoredStays(item)]),
  )
}

/** null: something of them is not known after all. Nothing may be told of them: the beginning that time derives is not there. */
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

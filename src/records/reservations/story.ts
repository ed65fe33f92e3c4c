/**
 * Rebuilds a past reservation by undoing changes from the newest back, then derives what depends on time for that
 * moment.
 */
import { reservationFields } from '../../contract/reservation.ts'
import { completesAt, lapsesAt } from '../stay-times.ts'

export interface StoryBase {
  id: string
  listing_id: string
  doc: string
  status: string
  status_detail: string | null
  pending_reason: string | null
  respond_by: Date | null
  created_at: Date
  time_zone: string | null
  /** The record whose second source it was. */
  merged_into: string | null
  /** Its last change before it was merged; null if the present form counts. */
  last_revision: number | null
}

export interface PastChange {
  revision: number
  change: string
  /** Prior values of the changed fields; null for fields that were absent. */
  previous: Record<string, unknown>
  created_at: Date
}

type ShownStory = Record<string, unknown>

/** Optional fields are left out when empty; others are null. */
const leftOut = (field: string): boolean => {
  const schema = (reservationFields as Record<string, object>)[field] as
    { type?: unknown; '~optional'?: unknown } | undefined
  return (
    schema !== undefined &&
    '~optional' in schema &&
    !(Array.isArray(schema.type) && schema.type.includes('null'))
  )
}

const withField = (shown: ShownStory, field: string, value: unknown): ShownStory => {
  const { [field]: _, ...rest } = shown
  return value === null && leftOut(field) ? rest : { ...rest, [field]: value }
}

/** Renders the base as it is stored now. */
export function renderStoredNow(base: StoryBase): ShownStory {
  const { status, status_detail, pending_reason, respond_by } = base
  const derived = {
    statusDetail: status === 'cancelled' ? status_detail : null,
    pendingReason: status === 'pending' ? pending_reason : null,
    respondBy:
      pending_reason === 'host_approval' && status === 'pending' ? (respond_by?.toISOString() ?? null) : null,
  }
  const shown = { id: base.id, status, ...(JSON.parse(base.doc) as ShownStory) }
  return Object.entries(derived).reduce(
    (all, [field, value]) => withField(all, field, value),
    shown as ShownStory,
  )
}

/** Undoes a change. */
const before = (kept: ShownStory, { previous }: PastChange): ShownStory =>
  Object.entries(previous).reduce((all, [field, value]) => withField(all, field, value), kept)

/** Adds to a stored form what time derived at that moment. */
export function renderShownAt(kept: ShownStory, timeZone: string | null, at: Date): ShownStory {
  const { pendingReason, respondBy, ...rest } = kept
  const checkOut = String(kept['checkOut'])
  if (kept['status'] === 'confirmed' || kept['status'] === 'completed') {
    return { ...kept, status: completesAt(checkOut, timeZone) <= at ? 'completed' : 'confirmed' }
  }
  if (kept['status'] !== 'pending') return kept
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const stay = { status: 'pending', pendingReason: text(pendingReason), respondBy: text(respondBy) }
  const asked = {
    source: text(kept['source']),
    bookedAt: text(kept['bookedAt']),
    checkIn: String(kept['checkIn']),
  }
  const lapses = lapsesAt({ ...stay, ...asked }, timeZone)
  return lapses !== null && lapses <= at
    ? { ...rest, status: 'cancelled', statusDetail: 'request_expired' }
    : kept
}

/** Returns the record at a moment; null if it did not exist yet. `newest` has every later change, the newest first. */
export function reservationAt(base: StoryBase, newest: readonly PastChange[], at: Date): ShownStory | null {
  const isLater = ({ created_at, change }: PastChange) => created_at > at && change !== 'created'
  const begun = newest.find(({ change }) => change === 'created')?.created_at ?? base.created_at
  if (base.created_at > at || begun > at) return null
  const later = newest.filter(isLater)
  const kept = later.reduce(before, renderStoredNow(base))
  const last = newest.find((change) => change.created_at <= at)
  const updatedAt = last && later.length > 0 ? { updatedAt: last.created_at.toISOString() } : {}
  return renderShownAt({ ...kept, ...updatedAt }, base.time_zone, at)
}

/** Compares a stay as stored here with the vendor's, field by field. */
import { contentHash } from '../../../records/canonical.ts'

/** Text by field. */
export type StaySide = Record<string, string | null>

export interface StaySides {
  externalId: string
  /** Null if it is not stored. */
  ours: StaySide | null
  theirs: StaySide
}

export interface ComparedDifference {
  externalId: string
  kind: 'drift' | 'missing_here' | 'gone_upstream'
  /** Null if the whole booking differs. */
  field: string | null
  ours: string | null
  theirs: string | null
  mended: boolean
}

/** Proofs contain no names, contacts or vendor's words about guests. */
const hidden = new Set(['guest.name', 'guest.email', 'guest.phone', 'guest_details'])
const longestValue = 200

function shown(field: string, value: string | null | undefined): string | null {
  if (value === null || value === undefined) return null
  if (hidden.has(field)) return '[redacted]'
  return value.length > longestValue ? `${value.slice(0, longestValue)}…` : value
}

function differingFields({ ours, theirs }: { ours: StaySide; theirs: StaySide }): string[] {
  const fields = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort()
  return fields.filter((field) => (ours[field] ?? null) !== (theirs[field] ?? null))
}

export function isEqual({ ours, theirs }: StaySides): boolean {
  return ours !== null && differingFields({ ours, theirs }).length === 0
}

/** `after` is the same stay read again after mending. */
export function listStayDifferences(before: StaySides, after: StaySides | undefined): ComparedDifference[] {
  const { externalId, ours, theirs } = before
  if (ours === null) {
    const mended = after !== undefined && after.ours !== null
    return [{ externalId, kind: 'missing_here', field: null, ours: null, theirs: null, mended }]
  }
  const left = new Set(
    after?.ours ? differingFields({ ours: after.ours, theirs: after.theirs }) : Object.keys(theirs),
  )
  return differingFields({ ours, theirs }).map((field) => ({
    externalId,
    kind: 'drift',
    field,
    ours: shown(field, ours[field]),
    theirs: shown(field, theirs[field]),
    mended: !left.has(field),
  }))
}

/** Returns hex that is equal for equal content. */
export const sideHash = (side: StaySide) =>
  contentHash(Object.fromEntries(Object.entries(side).filter(([, value]) => value !== null)))

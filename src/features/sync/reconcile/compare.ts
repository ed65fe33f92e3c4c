/** Two sides of a stay, as it is stored here and as the vendor has it, and where they differ. Pure. */
import { contentHash } from '../../../records/canonical.ts'

/** By field, as text. */
export type StaySide = Record<string, string | null>

export interface StaySides {
  externalId: string
  /** null: not stored. */
  ours: StaySide | null
  theirs: StaySide
}

export interface ComparedDifference {
  externalId: string
  kind: 'drift' | 'missing_here' | 'gone_upstream'
  /** null: the whole booking. */
  field: string | null
  ours: string | null
  theirs: string | null
  mended: boolean
}

/** Who a guest is, how to reach one, and what the vendor says of one in its own form is not written into proofs. */
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

/** `after`: the same stay once more, when the difference was to be mended. */
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

/** As hex; the same for the same content. */
export const sideHash = (side: StaySide) =>
  contentHash(Object.fromEntries(Object.entries(side).filter(([, value]) => value !== null)))

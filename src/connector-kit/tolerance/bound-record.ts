/**
 * Keeps a record's texts within what columns and indexes take, and fills in names that every record needs.
 */
import { ContentRecord } from '../../contract/records.ts'
import type { RecordKind } from '../validate.ts'
import { joined, type UnreadField } from './unread-fields.ts'

/** People write these texts, so they are cut, not refused. */
const prose = new Set([
  ...Object.keys(ContentRecord.properties).filter((field) => field !== 'name'),
  ...['houseManual', 'directions', 'instruction', 'caption'],
  ...['body', 'publicReview', 'privateFeedback', 'comment'],
])
const longestProse = 200_000
export const longestAddress = 4000
const longestText = 500

/** These are cut instead of left out, because the record needs them. */
const cut: Partial<Record<string, number>> = { sourceStatus: 100, name: 200, amenityKey: 200, subject: 500 }

/**
 * A text longer than its kind allows becomes null, and is noted. The vendor's id stands in for a missing
 * listing name or an unusable confirmation code.
 */
export function boundRecord<R>(kind: RecordKind, record: R): { record: R; unread: UnreadField[] } {
  const unread: UnreadField[] = []
  const named = withStandIns(kind, record as Record<string, unknown>, unread)
  return { record: bounded(named, '', unread) as R, unread }
}

function withStandIns(
  kind: RecordKind,
  record: Record<string, unknown>,
  unread: UnreadField[],
): Record<string, unknown> {
  const field = kind === 'stay' && record['kind'] === 'reservation' ? 'confirmationCode' : 'name'
  const isNamed = kind === 'stay' ? field === 'confirmationCode' : kind === 'listing' || kind === 'unit'
  const value = record[field]
  const fits = typeof value === 'string' && value.trim() !== '' && (field === 'name' || value.length <= 200)
  if (!isNamed || fits) return record
  if (typeof value === 'string' && value !== '') unread.push({ field, found: 'long text' })
  return { ...record, [field]: record['externalId'] }
}

function bounded(value: unknown, at: string, unread: UnreadField[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => bounded(item, joined(at, '[]'), unread))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  let changed: Record<string, unknown> | null = null
  for (const [name, member] of Object.entries(value)) {
    const here = joined(at, name)
    const boundedMember =
      typeof member === 'string' ? boundedText(name, member, here, unread) : bounded(member, here, unread)
    if (boundedMember !== member)
      changed = { ...(changed ?? (value as Record<string, unknown>)), [name]: boundedMember }
  }
  return changed ?? value
}

function boundedText(name: string, text: string, at: string, unread: UnreadField[]): string | null {
  if (prose.has(name)) return text.length > longestProse ? text.slice(0, longestProse) : text
  const most = cut[name]
  if (most !== undefined) return text.length > most ? text.slice(0, most) : text
  if (text.length <= (/url$|avatar$/i.test(name) ? longestAddress : longestText)) return text
  unread.push({ field: at, found: 'long text' })
  return null
}

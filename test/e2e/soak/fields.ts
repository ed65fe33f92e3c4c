/** Compares rows field by field by meaning. */
import type { StoredRow } from './held.ts'

export type Differences = string[]
type RowsById = Map<string, StoredRow>

const moneyText = /^-?\d+\.\d+$/
const instantText = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/

/** Absent, null and an empty list are equal; instants and amounts count by value. */
function plain(value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'string') {
    if (instantText.test(value)) return Math.floor(Date.parse(value))
    return moneyText.test(value) ? Number(value) : value
  }
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(plain)
  if (typeof value !== 'object') return value
  const members = Object.entries(value).flatMap(([name, item]) => {
    const meant = plain(item)
    return meant === undefined ? [] : [[name, meant] as const]
  })
  return members.length === 0
    ? undefined
    : Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export const same = (a: unknown, b: unknown) => JSON.stringify(plain(a)) === JSON.stringify(plain(b))

function compareFields(
  about: string,
  ours: Record<string, unknown>,
  theirs: Record<string, unknown>,
  fields: readonly string[],
): Differences {
  return fields
    .filter((field) => !same(ours[field], theirs[field]))
    .map(
      (field) =>
        `${about} ${field}: held ${JSON.stringify(ours[field])}, PMS ${JSON.stringify(theirs[field])}`,
    )
}

/** `gone` describes what held rows missing at the PMS must look like; null allows any. */
export function compareAll(
  kind: string,
  ours: RowsById,
  theirs: readonly Record<string, unknown>[],
  fields: readonly string[],
  gone: (row: StoredRow) => string | null,
): Differences {
  const known = new Set(theirs.map(({ externalId }) => String(externalId)))
  return [
    ...theirs.flatMap((record) => {
      const id = String(record.externalId)
      const row = ours.get(id)
      return row ? compareFields(`${kind} ${id}`, row, record, fields) : [`${kind} ${id} is missing`]
    }),
    ...[...ours.values()].flatMap((row) => {
      const wrong = known.has(row.externalId) ? null : gone(row)
      return wrong === null ? [] : [`${kind} ${row.externalId} is gone at the PMS: ${wrong}`]
    }),
  ]
}

export const kept = () => null

/** Records of two exports, with what ids stand for in place of the ids: the n-th of its type. */
import type { RecordType } from '../../src/contract/export-file/index.ts'
import { fieldsOf, tables, type ExportFields } from '../../src/features/migrations/export/tables.ts'
import type { ExportLine } from './lines.ts'

type FieldValues = Record<string, unknown>

export function withoutIds(records: readonly ExportLine[]): FieldValues[] {
  const counts = new Map<string, number>()
  const names = new Map<string, string>()
  for (const { type, id } of records) {
    const place = (counts.get(type) ?? 0) + 1
    counts.set(type, place)
    if (tables[type as RecordType].key.length === 1) names.set(`${type}:${id}`, `${type} no ${place}`)
  }
  const named = (type: string, id: unknown) =>
    id === null || id === undefined ? id : (names.get(`${type}:${String(id)}`) ?? `unknown ${type}`)
  const put = (fields: ExportFields, values: FieldValues): FieldValues =>
    Object.fromEntries(
      Object.keys(fields).map((field) => {
        const refersTo = fields[field]?.refersTo
        return [field, refersTo ? named(refersTo, values[field]) : values[field]]
      }),
    )
  return records.map(({ type, id, ...values }) => {
    const { own, within } = fieldsOf(type as RecordType)
    const previous = values['previous'] as FieldValues | undefined
    return {
      type,
      id: tables[type as RecordType].key.length === 1 ? named(type, id) : undefined,
      ...put(own, values),
      ...Object.fromEntries(
        Object.entries(within).map(([name, fields]) => [
          name,
          (values[name] as FieldValues[]).map((row) => put(fields, row)),
        ]),
      ),
      ...(previous ? { previous: previousWithoutIds(previous, named) } : {}),
    }
  })
}

function previousWithoutIds(
  previous: FieldValues,
  named: (type: string, id: unknown) => unknown,
): FieldValues {
  const { listingId, guestId, primaryGuest, unit, conflictsWith, ...rest } = previous
  const idOf = (value: unknown) => (value as { id?: unknown } | undefined)?.id
  return {
    ...rest,
    listing: named('listing', listingId),
    guest: named('guest', guestId),
    primaryGuest: { ...(primaryGuest as object | undefined), id: named('guest', idOf(primaryGuest)) },
    unit: { ...(unit as object | undefined), id: named('unit', idOf(unit)) },
    conflicts: ((conflictsWith ?? []) as unknown[]).map((id) => named('reservation', id)),
  }
}

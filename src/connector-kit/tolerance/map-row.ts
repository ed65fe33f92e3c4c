/** Maps one row of a vendor to one record. */
import type { TSchema } from 'typebox'
import { recordChecks, type RecordKind } from '../validate.ts'
import { boundRecord } from './bound-record.ts'
import { EssentialMissing, essentials } from './essentials.ts'
import { fitRow, type SchemaNode } from './fit-row.ts'
import { mapAround, nothingTaught, type MapAttempt, type TaughtFields } from './map-around.ts'
import { collectUnread, unreadInParts, withUnread } from './unread-fields.ts'

export interface RowMapping<Row, R> {
  kind: RecordKind
  /** The shape covers the vendor's row as far as it is read; absent for rows that were assembled here. */
  shape?: TSchema
  /** Returns undefined if the row is deliberately no record of ours. */
  map(row: Row): R | undefined
  idOf(row: unknown): string
}

/**
 * Returns the record without its unreadable fields, the problem in words, or undefined if the row is
 * deliberately skipped.
 */
export function mapRow<Row, R>(
  vendorRow: unknown,
  mapping: RowMapping<Row, R>,
): { record: R } | string | undefined {
  const { shape } = mapping
  const fitted =
    shape === undefined ? { row: vendorRow, unread: unreadInParts(vendorRow) } : fitRow(shape, vendorRow)
  if ('problem' in fitted) return fitted.problem
  const row = fitted.row as Row
  const first = attempt(row, mapping)
  const done = canBeMended(first)
    ? mapAround(row, (without) => attempt(without, mapping), first, {
        schema: shape as SchemaNode | undefined,
        taught: taughtBy(shape ?? mapping),
      })
    : first
  if (done === null || 'problem' in done) return 'problem' in first ? first.problem : 'cannot be read'
  if (done.record === undefined) return undefined
  const unread = [...fitted.unread, ...done.unread]
  return { record: withUnread(done.record as R & object, unread) }
}

const taughtFields = new WeakMap<object, TaughtFields>()

const taughtBy = (kindOfRow: object): TaughtFields =>
  taughtFields.getOrInsertComputed(kindOfRow, () => nothingTaught())

const canBeMended = <R>(outcome: MapAttempt<R>): outcome is MapAttempt<R> & { problem: string } =>
  'problem' in outcome && !outcome.isEssential

function attempt<Row, R>(row: Row, { kind, map }: RowMapping<Row, R>): MapAttempt<R> {
  try {
    const mapped = collectUnread(row, () => map(row))
    if (mapped.result === undefined) return { record: undefined, unread: [] }
    const { record, unread } = boundRecord(kind, mapped.result)
    const problem = recordChecks[kind].problem(record)
    if (problem === null) return { record, unread: [...mapped.unread, ...unread] }
    const isEssential = essentials[kind].some((field) => problem.startsWith(`/${field}`))
    return { problem: `cannot be represented: ${problem}`, isEssential }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    // A TypeError means that too much was left out: the mapping relies on a field that is missing.
    return { problem, isEssential: error instanceof EssentialMissing || error instanceof TypeError }
  }
}

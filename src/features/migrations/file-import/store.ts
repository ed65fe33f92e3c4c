/** Stores a file's records: assigns ids, resolves references and inserts rows. */
import { recordTypes, type RecordType } from '../../../contract/export-file/index.ts'
import { faultCodes, readDatabaseFault, type DatabaseFault } from '../../../platform/database-fault.ts'
import { newIds, type NumberedTable, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { storeTexts } from '../../../records/reservations/shown.ts'
import { tables } from '../export/tables.ts'
import type { RecordLine } from './check-line.ts'
import { importProblem } from './problem.ts'
import { insertIds, insertRows, knownIds, setSavepoint, rollBackToSavepoint } from './queries.ts'
import {
  listPreviousReferences,
  listNeededIds,
  numberedTypes,
  type IdMap,
  type Reference,
} from './references.ts'
import { prepareLine, type ImportContext, type PreparedLine, type PreparedRows } from './rows.ts'

/** Rows are written as one text, and the longest have sixteen kilobytes each. */
const rowsAtOnce = 200

const keyOf = ({ type, id }: Reference) => `${type}:${id}`

export async function storeRecords(
  tx: Queryable,
  scope: Scope,
  lines: readonly RecordLine[],
  { connectors, now }: Omit<ImportContext, 'ours'>,
): Promise<void> {
  const ids = await idsFor(tx, scope, lines)
  const filling: ImportContext = { connectors, now, ours: (reference) => ids.get(keyOf(reference)) }
  const byType = recordTypes
    .map((type) => [type, lines.filter((line) => line.type === type)] as const)
    .filter(([, ofType]) => ofType.length > 0)
  const prepared = byType.map(([type, ofType]) => prepareLine(type, ofType, filling))
  await insertIds(tx, scope, newIdsOf(lines, filling.ours, prepared))
  for (const { tables: all } of prepared)
    for (const { table, rows } of all)
      for (let from = 0; from < rows.length; from += rowsAtOnce)
        await insertEach(tx, scope, { table, rows: rows.slice(from, from + rowsAtOnce) })
  await storeTexts(tx, scope, touchedStays(lines, filling.ours))
}

/** Our ids of every record the lines contain or refer to. */
async function idsFor(
  tx: Queryable,
  scope: Scope,
  lines: readonly RecordLine[],
): Promise<Map<string, string>> {
  const own = lines.filter(({ type }) => numberedTypes.includes(type))
  const named = lines.flatMap((line) => [
    ...listNeededIds(line),
    ...(line.type === 'reservation_change'
      ? listPreviousReferences(line.fields['previous'] as Record<string, unknown>)
      : []),
  ])
  const stored = await knownIds(
    tx,
    scope,
    [...own, ...named].map(({ type, id }) => ({ type, id })),
  )
  const ids = new Map(stored.map((one) => [keyOf(one), one.ours]))
  const next = await nextIds(tx, scope, own)
  for (const line of own) {
    if (ids.has(keyOf(line))) {
      const message = `a ${line.type} ${line.id} stands in the file already.`
      throw importProblem(line, { field: 'id', message, value: line.id })
    }
    ids.set(keyOf(line), next(line.type))
  }
  assertBefore(lines, new Map(own.map((line) => [keyOf(line), line.line])))
  return ids
}

/** References must point to earlier lines, within one request too. */
function assertBefore(lines: readonly RecordLine[], places: ReadonlyMap<string, number>): void {
  for (const line of lines) {
    const behind = listNeededIds(line).find((one) => (places.get(keyOf(one)) ?? 0) >= line.line)
    if (!behind) continue
    const message = `no ${behind.type} ${behind.id} stands before it in the file.`
    throw importProblem(line, { field: behind.field, message, value: behind.id })
  }
}

async function nextIds(tx: Queryable, scope: Scope, lines: readonly RecordLine[]) {
  const next = new Map<RecordType, () => string>()
  for (const type of new Set(lines.map((line) => line.type))) {
    const count = lines.filter((line) => line.type === type).length
    next.set(type, await newIds(tx, scope, tables[type].table as NumberedTable, count))
  }
  return (type: RecordType): string => {
    const id = next.get(type)?.()
    if (id === undefined) throw new Error(`no ids were made for ${type}`)
    return id
  }
}

function newIdsOf(lines: readonly RecordLine[], ours: IdMap, prepared: readonly PreparedLine[]) {
  const later = new Map(
    prepared.flatMap((one) =>
      one.later.map(({ type, fileId, later: ids }) => [keyOf({ type, id: fileId }), ids]),
    ),
  )
  return lines
    .filter(({ type }) => numberedTypes.includes(type))
    .map(({ type, id }) => ({
      type,
      file_id: id,
      id: ours({ type, id }) ?? '',
      later: later.get(keyOf({ type, id })) ?? null,
    }))
}

/** Data errors, violated constraints, and values too large for an index. */
function linesFault(error: unknown): DatabaseFault | undefined {
  const fault = readDatabaseFault(error)
  return fault && /^(22|23|54)/.test(fault.code) ? fault : undefined
}

/** Inserts all rows at once; after a refusal one by one, to find the faulty one. */
async function insertEach(tx: Queryable, scope: Scope, { table, rows }: PreparedRows): Promise<void> {
  await setSavepoint(tx)
  try {
    await insertRows(
      tx,
      scope,
      table,
      rows.map(({ values }) => values),
    )
  } catch (error) {
    if (!linesFault(error)) throw error
    await rollBackToSavepoint(tx)
    for (const { at, values } of rows) {
      await insertRows(tx, scope, table, [values]).catch((refused: unknown) => {
        const fault = linesFault(refused)
        throw fault ? importProblem(at, { field: '', message: whyNot(fault) }) : refused
      })
    }
  }
}

function whyNot({ code, constraint }: DatabaseFault): string {
  const rule = constraint === undefined ? '' : ` (${constraint})`
  if (code === faultCodes.uniqueViolation)
    return `it says what another record of the file says, and only one can${rule}.`
  if (code.startsWith('23')) return `its fields do not go together${rule}.`
  return `one of its values is too large, or is none${rule}.`
}

/** The reservations among the lines, and those that now conflict with one. */
function touchedStays(lines: readonly RecordLine[], ours: IdMap): string[] {
  const stays = lines.filter(({ type }) => type === 'reservation')
  const ids = stays.flatMap(({ id, fields }) => [
    id,
    ...(fields['conflicts'] as { stayId: string }[]).map(({ stayId }) => stayId),
  ])
  return [...new Set(ids)].flatMap((id) => ours({ type: 'reservation', id }) ?? [])
}

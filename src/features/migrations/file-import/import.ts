/** Imports a file's lines, in order and each once, into an empty workspace. */
import type { FileImportBody, FileImportReply } from '../../../contract/file-import.ts'
import { recordTypes, type EndLine, type HeaderLine } from '../../../contract/export-file/index.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { openWrite } from '../../../platform/outbox.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { createStepYield } from '../../../platform/yield-to-others.ts'
import { toStorable } from '../../../records/canonical.ts'
import { storeTexts } from '../../../records/reservations/shown.ts'
import type { Services } from '../../../services.ts'
import type { RouteWriteContext } from '../../route.ts'
import { stateOfRows } from '../map.ts'
import { unknownMigration } from '../migrations.ts'
import { lockMigration, sourceRows } from '../queries.ts'
import { isEnd } from '../state.ts'
import { assertSameFile, importRunning, importRefused } from './another.ts'
import { checkLine, type FileLine, type RecordLine } from './check-line.ts'
import { importProblem, type LinePosition } from './problem.ts'
import {
  fileImport,
  deleteImportedIds,
  insertFileImport,
  isEmpty,
  missingReferences,
  updateImportedLines,
  updateLaterColumns,
  type ImportedCounts,
  type FileImport,
} from './queries.ts'
import { laterColumns } from './references.ts'
import { storeRecords } from './store.ts'

export async function importLines(
  context: RouteWriteContext,
  workspaceId: string,
  body: FileImportBody,
): Promise<FileImportReply> {
  const lines = await checkedLines(body)
  return writeOnce(context, async (tx) => {
    const { services, scope } = context
    const row = await lockMigration(tx, scope, workspaceId)
    if (!row) throw unknownMigration(workspaceId)
    const child: Scope = { workspaceId: row.id }
    const state = stateOfRows(row, await sourceRows(tx, scope, [row.id]))
    if (isEnd(state))
      throw importRefused(`The migration is ${state}.`, { field: 'state', currentStatus: state })
    const now = services.clock.now()
    const known = await importRunning(tx, child, await fileImport(tx, child), { lines, anew: body.anew, now })
    const file = known ?? (await begin(tx, child, lines, now))
    const taken = await takeIn(tx, child, services, { file, lines })
    const filled = await lockMigration(tx, scope, workspaceId)
    const after = stateOfRows(filled ?? row, await sourceRows(tx, scope, [row.id]))
    return { data: { workspaceId: row.id, state: after, lines: taken.lines, complete: taken.isOver } }
  })
}

async function checkedLines({ line, records }: FileImportBody): Promise<FileLine[]> {
  const step = createStepYield()
  const lines: FileLine[] = []
  for (const [index, value] of records.entries()) {
    lines.push(checkLine(toStorable(value), { index, line: line + index }))
    await step()
  }
  return lines
}

/** Handles the first lines of a file. */
async function begin(
  tx: Queryable,
  child: Scope,
  [first]: readonly FileLine[],
  now: Date,
): Promise<FileImport> {
  if (first?.type !== 'header' || first.line !== 1) {
    throw importRefused('Nothing of the file was taken in yet: send it from its first line on, the header.', {
      field: 'line',
    })
  }
  if (!(await isEmpty(tx, child))) {
    throw importRefused(
      'The workspace is not empty. Begin a migration with POST /v1/connect and do not sign in there.',
      {
        field: 'workspaceId',
      },
    )
  }
  if (first.header.after !== null) {
    throw importProblem(first, {
      field: 'after',
      message: 'it is the header of a part of a file; the file has one that begins with `after` null.',
      value: first.header.after,
    })
  }
  await insertFileImport(tx, child, first.header, now)
  return { header: first.header, lines: 1, counts: {}, finished_at: null }
}

interface FileImportProgress {
  lines: number
  isOver: boolean
}

async function takeIn(
  tx: Queryable,
  child: Scope,
  { clock, connectors }: Pick<Services, 'clock' | 'connectors'>,
  { file, lines }: { file: FileImport; lines: readonly FileLine[] },
): Promise<FileImportProgress> {
  assertSameFile(file, lines)
  const next = file.lines + 1
  const coming = lines.filter(({ line }) => line >= next)
  const [first] = coming
  if (!first) return { lines: file.lines, isOver: file.finished_at !== null }
  if (file.finished_at !== null) {
    throw importRefused('The file ended before this line.', { field: 'line', value_received: first.line })
  }
  if (first.line > next) {
    throw importRefused(`Line ${next} of the file is the next that is expected.`, {
      field: 'line',
      value_received: first.line,
    })
  }
  const now = clock.now()
  const records = coming.filter((line): line is RecordLine => line.type !== 'header' && line.type !== 'end')
  const counts = counted(file.counts, records)
  const last = endOf(coming)
  await openWrite(tx, child, now)
  await storeRecords(tx, child, records, { connectors, now })
  if (last) await finish(tx, child, { file, counts, last })
  const reached = file.lines + coming.length
  await updateImportedLines(tx, child, { lines: reached, counts, finishedAt: last ? now : null })
  return { lines: reached, isOver: last !== undefined }
}

function counted(before: ImportedCounts, records: readonly RecordLine[]): ImportedCounts {
  const counts = { ...before }
  for (const { type } of records) counts[type] = (counts[type] ?? 0) + 1
  return counts
}

function endOf(lines: readonly FileLine[]): (LinePosition & { end: EndLine }) | undefined {
  const end = lines.find((line): line is FileLine & { type: 'end' } => line.type === 'end')
  const behind = end && lines.find(({ line }) => line > end.line)
  if (behind) throw importProblem(behind, { field: 'type', message: 'the file has ended before it.' })
  return end
}

/** If nothing is missing, sets the references to later records. */
async function finish(
  tx: Queryable,
  child: Scope,
  { file, counts, last }: { file: FileImport; counts: ImportedCounts; last: LinePosition & { end: EndLine } },
): Promise<void> {
  assertWhole(file.header, counts, last)
  const missing = await missingReferences(tx, child)
  if (missing) {
    const message = `${missing.type} ${missing.file_id} refers to ${missing.type} ${missing.wanted}, which is not in the file.`
    throw importProblem(last, { field: '', message })
  }
  for (const later of laterColumns) {
    const ids = await updateLaterColumns(tx, child, later)
    if (later.type === 'reservation') await storeTexts(tx, child, ids)
  }
  await deleteImportedIds(tx, child)
}

function assertWhole(
  header: HeaderLine,
  counts: ImportedCounts,
  last: LinePosition & { end: EndLine },
): void {
  for (const type of recordTypes) {
    const [said, came] = [header.counts[type], counts[type] ?? 0]
    if (said === came) continue
    const message = `the header says ${said} lines of type ${type}, and ${came} came.`
    throw importProblem(last, { field: '', message })
  }
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (last.end.records !== all) {
    const message = `it says ${last.end.records} records, and ${all} came.`
    throw importProblem(last, { field: 'records', message, value: last.end.records })
  }
}

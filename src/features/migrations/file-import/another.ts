/** Handles a file that differs from the one begun: refuses it with a way out, or replaces the import. */
import type { FileImportBody } from '../../../contract/file-import.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { openWrite } from '../../../platform/outbox.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { canonicalJson } from '../../../records/canonical.ts'
import type { FileLine } from './check-line.ts'
import { importProblem } from './problem.ts'
import { deleteImportedRecords, type FileImport } from './queries.ts'

export const importRefused = (
  message: string,
  extra: { field: string; currentStatus?: string; value_received?: unknown },
  fix?: string,
) => new ApiError('invalid_state', message, extra, fix === undefined ? {} : { fix })

const isAnother = ({ header }: FileImport, line: FileLine | undefined) =>
  line?.type === 'header' && canonicalJson(line.header) !== canonicalJson(header)

/** The header stands once, at the start; another header belongs to another file. */
export function assertSameFile(file: FileImport, lines: readonly FileLine[]): void {
  for (const line of lines) {
    if (line.type !== 'header') continue
    if (line.line > 1)
      throw importProblem(line, { field: 'type', message: 'a second header; leave it out.', value: 'header' })
    if (isAnother(file, line)) throw refusedAnother(file, 'records[0]')
  }
}

function refusedAnother({ header, finished_at: finishedAt }: FileImport, field: string): ApiError {
  const of = `another export, of workspace ${header.workspaceId} at ${header.exportedAt}.`
  return finishedAt === null
    ? importRefused(
        `The workspace is being filled from ${of}`,
        { field },
        'Send the file that was begun with. Or send this one from line 1 on, with `anew` true beside the line (`lodgewire import` takes `--anew`): what was taken in of the other one is removed first.',
      )
    : importRefused(
        `The workspace was filled from ${of}`,
        { field },
        'Nothing is put over what was taken in whole. Begin a migration for this file with POST /v1/connect, and send it to the `workspaceId` of the answer; DELETE /v1/migrations/{workspaceId} ends this one.',
      )
}

/**
 * The running import; undefined if these lines begin one. A repeated request with `anew` finds its own header
 * and removes nothing.
 */
export async function importRunning(
  tx: Queryable,
  child: Scope,
  file: FileImport | undefined,
  { lines: [first], anew, now }: { lines: readonly FileLine[]; anew: FileImportBody['anew']; now: Date },
): Promise<FileImport | undefined> {
  if (anew && first?.type !== 'header')
    throw importRefused('`anew` goes with the first line of the file, its header.', { field: 'anew' })
  if (!file || !anew || !isAnother(file, first)) return file
  if (file.finished_at !== null) throw refusedAnother(file, 'anew')
  await openWrite(tx, child, now)
  await deleteImportedRecords(tx, child)
  return undefined
}

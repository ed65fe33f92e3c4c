/** Exports a workspace line by line as of one moment, by keyset pages in one read-only transaction. */
import {
  formatVersion,
  recordTypes,
  type EndLine,
  type ErrorLine,
  type HeaderLine,
  type RecordType,
} from '../../../contract/export-file/index.ts'
import { toApiError } from '../../../http/error-envelope.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { keyIn, type ExportCursor } from './export-cursor.ts'
import { firstRows, nextPageRows } from './page-size.ts'
import { forgottenSince, lastSequence, lineCounts, nextLines, stateOfHead } from './queries.ts'

export interface ExportRequest {
  name: string
  /** The position to resume after, as requested and as parsed. */
  after: { text: string; place: ExportCursor } | null
}

type FramingLine = HeaderLine | EndLine | ErrorLine
const textOf = (line: FramingLine) => `${JSON.stringify(line)}\n`

async function headerOf(
  tx: Queryable,
  child: Scope,
  { name, after }: ExportRequest,
  at: Date,
): Promise<HeaderLine> {
  const found = new Map((await lineCounts(tx, child)).map(({ type, count }) => [type, count]))
  return {
    type: 'header',
    format: formatVersion,
    workspaceId: child.workspaceId,
    name,
    exportedAt: at.toISOString(),
    state: await stateOfHead(tx, child),
    counts: Object.fromEntries(recordTypes.map((type) => [type, found.get(type) ?? 0])) as Record<
      RecordType,
      number
    >,
    after: after?.text ?? null,
  }
}

/** Throws once a guest in the exported snapshot was forgotten. */
type ForgottenCheck = () => Promise<void>

/** Uses another connection, because the snapshot cannot see later changes. */
async function watchForgetting(tx: Queryable, db: Queryable, child: Scope): Promise<ForgottenCheck> {
  let seen = await lastSequence(tx, child)
  return async () => {
    const { last, forgotten } = await forgottenSince(db, child, seen)
    if (forgotten) {
      throw new ApiError(
        'invalid_state',
        'A guest was forgotten while this was read, and what follows would still name them.',
        {},
        { fix: 'Throw away what was received, and ask again from the beginning.' },
      )
    }
    seen = last ?? seen
  }
}

interface ExportReader {
  tx: Queryable
  child: Scope
  assertNobodyForgotten: ForgottenCheck
}

/** The database prepares the next page while the last one is sent. */
async function* linesOf(
  { tx, child, assertNobodyForgotten }: ExportReader,
  type: RecordType,
  from: readonly string[] | null,
) {
  const read = async (after: readonly string[] | null, limit: number) => ({
    rows: await nextLines(tx, child, type, { after, limit }),
    limit,
  })
  let page = read(from, firstRows)
  while (true) {
    const { rows, limit } = await page
    const last = rows.at(-1)
    if (!last) return
    const text = `${rows.map(({ line }) => line).join('\n')}\n`
    const isLast = rows.length < limit
    if (!isLast) {
      page = read(keyIn(type, last.id), nextPageRows(rows.length, text.length))
      // If the client leaves, the pending page's error is ignored.
      page.catch(() => {})
    }
    await assertNobodyForgotten()
    yield text
    if (isLast) return
  }
}

async function* inTransaction(
  { tx, db }: { tx: Queryable; db: Queryable },
  child: Scope,
  request: ExportRequest,
  at: Date,
): AsyncGenerator<string> {
  const read = { tx, child, assertNobodyForgotten: await watchForgetting(tx, db, child) }
  const header = await headerOf(tx, child, request, at)
  yield textOf(header)
  const first = request.after?.place
  const types = first ? recordTypes.slice(recordTypes.indexOf(first.type)) : recordTypes
  for (const type of types) yield* linesOf(read, type, first?.type === type ? first.key : null)
  yield textOf({ type: 'end', records: Object.values(header.counts).reduce((sum, count) => sum + count, 0) })
}

/** Ends with a line of type `error` if something fails after the first line. */
export async function* exportLines(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  child: Scope,
  request: ExportRequest,
): AsyncGenerator<string> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  let begun = false
  try {
    for await (const text of inTransaction({ tx, db }, child, request, clock.now())) {
      yield text
      begun = true
    }
  } catch (thrown) {
    if (!begun) throw thrown
    const { code, message, fix, cause } = toApiError(thrown)
    const level = code === 'invalid_state' ? 'info' : 'error'
    log[level]({ workspaceId: child.workspaceId, err: cause ?? thrown }, 'an export broke off')
    yield textOf({ type: 'error', code, message, fix })
  } finally {
    // Nothing was changed, so the transaction's end does not matter.
    await tx
      .rollback()
      .execute()
      .catch(() => {})
  }
}

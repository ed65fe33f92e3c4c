/** A workspace line by line, as it is at one moment: pages of rows by their keys, within one transaction that only reads. */
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
import { keyIn, type ExportCursor } from './place.ts'
import { firstRows, nextPageRows } from './page-size.ts'
import { forgottenSince, lastSequence, lineCounts, nextLines, stateOfHead } from './queries.ts'

export interface ExportRequest {
  name: string
  /** The place after which it goes on, as it was asked for and as it was understood. */
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

/** Throws once a guest was forgotten whom the moment that the file is of still has. */
type ForgottenCheck = () => Promise<void>

/** Asked outside of the transaction, which knows nothing of what came after its moment. */
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

/** The database gets the next page ready while the last one is sent. */
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
      // Who wants no more lines does not hear what became of these.
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
  asked: ExportRequest,
  at: Date,
): AsyncGenerator<string> {
  const read = { tx, child, assertNobodyForgotten: await watchForgetting(tx, db, child) }
  const header = await headerOf(tx, child, asked, at)
  yield textOf(header)
  const first = asked.after?.place
  const types = first ? recordTypes.slice(recordTypes.indexOf(first.type)) : recordTypes
  for (const type of types) yield* linesOf(read, type, first?.type === type ? first.key : null)
  yield textOf({ type: 'end', records: Object.values(header.counts).reduce((sum, count) => sum + count, 0) })
}

/** Ends with a line of type `error` where something goes wrong once the first line is out. */
export async function* exportLines(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  child: Scope,
  asked: ExportRequest,
): AsyncGenerator<string> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  let begun = false
  try {
    for await (const text of inTransaction({ tx, db }, child, asked, clock.now())) {
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
    // Nothing was changed: however it ended, there is nothing to keep.
    await tx
      .rollback()
      .execute()
      .catch(() => {})
  }
}

/** Lists as iterators: every record of a list, and what changed in it since a moment. */
import { request, type Call, type Connection } from './request.ts'

interface Page {
  data: unknown[]
  pagination: { nextCursor: string | null; hasMore?: boolean }
}

/** The pages of a list, from its first or from a cursor on. */
export async function* pagesOf(connection: Connection, path: string, call: Call): AsyncGenerator<Page> {
  let cursor: string | null = null
  do {
    const query: Record<string, unknown> = cursor === null ? { ...call.query } : { ...call.query, cursor }
    const page = (await request(connection, 'GET', path, { ...call, query })) as Page
    yield page
    cursor = page.pagination.nextCursor
  } while (cursor !== null)
}

/** How far a walk has come: the newest change that was handed out, and the records that changed at that moment. */
export interface Watermark {
  at: string
  ids: string[]
}

/** Keeps a value between runs of a program: in a file, a row, or in memory. */
export interface Keeper<Value> {
  load: () => Promise<Value | undefined> | Value | undefined
  save: (value: Value) => Promise<void> | void
}

interface Changed {
  id: string
  updatedAt: string
}

/** Moves the watermark to a record that was handed out. */
export const movedWatermark = (mark: Watermark | undefined, { id, updatedAt }: Changed): Watermark =>
  mark?.at === updatedAt ? { at: updatedAt, ids: [...mark.ids, id] } : { at: updatedAt, ids: [id] }

/**
 * Records that changed since the watermark, oldest change first, each page saved once all its records were handled. A
 * program that stops in between gets the page again, so handle a record twice like once.
 */
export async function* changesOf(
  connection: Connection,
  path: string,
  { keeper, since, ...call }: Call & { keeper: Keeper<Watermark>; since?: string | undefined },
): AsyncGenerator<unknown> {
  let mark = await keeper.load()
  const from = mark?.at ?? since ?? '1970-01-01T00:00:00Z'
  const before = mark
  const query = { limit: 100, ...call.query, updated_since: from }
  for await (const { data } of pagesOf(connection, path, { ...call, query })) {
    for (const record of data as Changed[]) {
      const isKnown = before?.at === record.updatedAt && before.ids.includes(record.id)
      if (isKnown) continue
      yield record
      mark = movedWatermark(mark, record)
    }
    if (mark !== undefined && data.length > 0) await keeper.save(mark)
  }
}

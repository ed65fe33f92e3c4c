/** A database that writes down what it is asked and from where, and answers with rows made for who asks. */
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type KyselyPlugin,
  type QueryId,
} from 'kysely'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import { lenderFile, root } from './source.ts'

/** Whoever asks for so many ids gets so many. */
const idsAsked = /^\s*select next_id\(.* from generate_series\(1, \$\d+::int\)(?: \/\* prepared \*\/)?$/
/** A piece of work that asks without an end is given up. */
const mostPerCall = 60

export interface Recorder {
  db: Kysely<Record<string, Record<string, unknown>>>
  /** By place: the distinct texts sent from there. */
  sent: Map<string, Set<string>>
  /** What the statements of a place are answered with from now on. */
  answer(rowsOf: (place: string) => unknown[]): void
}

/** Where in `src` the statement is sent that is being put together. */
function senderInStack(): string {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 50
  const stack = new Error().stack ?? ''
  Error.stackTraceLimit = limit
  for (const [, url = '', position] of stack.matchAll(/(file:\/\/[^\s)]+?):(\d+:\d+)/g)) {
    const file = path.relative(root, fileURLToPath(url))
    if (file.startsWith('src/') && file !== lenderFile) return `${file}:${position}`
  }
  return ''
}

export function createRecorder(): Recorder {
  const sent = new Map<string, Set<string>>()
  const places = new WeakMap<QueryId, string>()
  let rowsOf: (place: string) => unknown[] = () => []
  let asked = 0
  const notePlace: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      places.set(queryId, senderInStack())
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const connection = {
    async executeQuery<R>({ sql, parameters, queryId }: CompiledQuery) {
      asked += 1
      if (asked > mostPerCall) throw new Error('too many statements')
      const place = places.get(queryId) ?? ''
      const texts = sent.get(place) ?? new Set()
      sent.set(place, texts.add(sql))
      const rows = rowsOf(place) as R[]
      const times = idsAsked.test(sql) ? Number(parameters.at(-1)) : 1
      return { rows: rows.flatMap((row) => Array.from({ length: times }, () => row)) }
    },
    // oxlint-disable-next-line require-yield
    async *streamQuery(): AsyncIterableIterator<never> {
      throw new Error('nothing is streamed')
    },
  }
  const nothing = async () => {}
  const db = new Kysely<Record<string, Record<string, unknown>>>({
    plugins: [notePlace],
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        releaseConnection: nothing,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        destroy: nothing,
      }),
    },
  })
  return {
    db,
    sent,
    answer(next) {
      rowsOf = next
      asked = 0
    },
  }
}

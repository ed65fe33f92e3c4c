/** What a piece of work passes: the statements it sends, each with the files that led to it, and the files it runs through. */
import { Session, type Profiler } from 'node:inspector'
import path from 'node:path'
import { mock } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { until } from '../harness/until.ts'

export interface Statement {
  /** In one line. */
  text: string
  /** Files below `src`, the one that sends it first. */
  files: string[]
}

export interface Trace {
  statements: Statement[]
  /** Files below `src` in the order in which they were first passed, with how many statements had been sent by then. */
  files: { file: string; after: number }[]
}

const root = path.resolve(import.meta.dirname, '../..')

function sourceFile(url: string): string | undefined {
  if (!url.startsWith('file:')) return undefined
  const file = path.relative(root, fileURLToPath(url)).replaceAll(path.sep, '/')
  return file.startsWith('src/') ? file : undefined
}

/** What every statement goes through says nothing of who sends it. */
const passedByAll = ['src/platform/prepared-statements.ts', 'src/platform/database-client.ts']

function callers(stack: string): string[] {
  const urls = stack.match(/file:\/\/[^\s)]+/g) ?? []
  const files = urls.flatMap((url) => sourceFile(url.replace(/(:\d+)+$/, '')) ?? [])
  return [...new Set(files)].filter((file) => !passedByAll.includes(file))
}

const textOf = (query: unknown) =>
  String(typeof query === 'string' ? query : (query as { text?: unknown }).text)
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Which functions of which files ran since it was asked last. */
function watchFiles() {
  const session = new Session()
  session.connect()
  const post = (method: string, parameters = {}): unknown => {
    let answer: unknown
    // In its own process the inspector answers before the call returns.
    session.post(method, parameters, (error, result) => {
      if (error) throw error
      answer = result
    })
    return answer
  }
  const passed = (): string[] => {
    const { result } = post('Profiler.takePreciseCoverage') as Profiler.TakePreciseCoverageReturnType
    return result.flatMap(({ url, functions }) => {
      // One without a name is the module itself, which runs when it is loaded.
      const ran = functions.some(({ functionName, ranges }) => functionName && (ranges[0]?.count ?? 0) > 0)
      const file = sourceFile(url)
      return ran && file ? [file] : []
    })
  }
  post('Profiler.enable')
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  passed()
  return {
    passed,
    stop() {
      post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

interface Tracing {
  /** Waits for a statement that something beside the work sends. */
  sent(part: string): Promise<unknown>
  /** What was passed by now belongs to what was sent by now. */
  pause(): void
}

/**
 * Follows everything this process does until the work is done. Statements that no file of `src` sends are the test's own.
 * `beside`: files of what runs by itself and comes sooner or later, as the machine is slow.
 */
export async function traced(
  work: (tracing: Tracing) => Promise<unknown>,
  { beside = [] }: { beside?: readonly string[] } = {},
): Promise<Trace> {
  const statements: Statement[] = []
  const files = new Map<string, number>()
  const watch = watchFiles()
  const notePassed = (after = statements.length) => {
    for (const file of watch.passed()) if (!files.has(file)) files.set(file, after)
  }
  const limit = Error.stackTraceLimit
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const passed = callers(new Error().stack ?? '')
    if (passed.length > 0) {
      notePassed()
      statements.push({ text: textOf(args[0]), files: passed })
    }
    return Reflect.apply(original, this, args)
  } as typeof original
  Error.stackTraceLimit = 100
  // What renews a lease every few seconds comes as often as the machine is slow.
  mock.timers.enable({ apis: ['setInterval'] })
  try {
    await work({
      sent: (part) =>
        until(`a statement with ${part}`, () => statements.some(({ text }) => text.includes(part))),
      pause: () => notePassed(statements.length - 1),
    })
    notePassed()
  } finally {
    mock.timers.reset()
    pg.Client.prototype.query = original
    Error.stackTraceLimit = limit
    watch.stop()
  }
  const passed = [...files].filter(([file]) => !beside.includes(file))
  return { statements, files: passed.map(([file, after]) => ({ file, after })) }
}

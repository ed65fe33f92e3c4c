/** Tells once that a collector does not take spans, and once that it does again. */
import type { Log } from '../../../platform/log.ts'
import type { Exporter, Library } from './library.ts'

/** Not what the collector answered: a page of a proxy can hold anything. */
function reasonOf(error: Error | undefined): string {
  if (error === undefined) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'number' ? `it answered ${code}` : error.message.slice(0, 200)
}

export function watched(exporter: Exporter, { core }: Library, log: Log): Exporter {
  let lost: number | null = null
  const note = (spans: number, error: Error | undefined, isTaken: boolean) => {
    if (isTaken && lost !== null) log.warn({ lostSpans: lost }, 'the collector of traces takes spans again')
    if (isTaken) return void (lost = null)
    if (lost === null)
      log.warn({ reason: reasonOf(error) }, 'the collector of traces takes no spans; they are lost')
    lost = (lost ?? 0) + spans
  }
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        note(spans.length, result.error, result.code === core.ExportResultCode.SUCCESS)
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}

/** How often the library is heard when it complains. */
const everyMs = 60_000

/** What the library says of itself, such as that an answer of the collector could not be read. */
export function hearLibrary({ api, core }: Library, log: Log): void {
  let heardAt = Number.NEGATIVE_INFINITY
  const say = (...words: unknown[]) => {
    if (performance.now() - heardAt < everyMs) return
    heardAt = performance.now()
    const text = words.find((word) => typeof word === 'string' && word.includes(' '))
    log.warn({ library: String(text ?? 'something').slice(0, 200) }, 'traces may be incomplete')
  }
  const quiet = () => {}
  api.diag.setLogger(
    { verbose: quiet, debug: quiet, info: quiet, warn: say, error: say },
    api.DiagLogLevel.WARN,
  )
  // `watched` has told of it.
  core.setGlobalErrorHandler(quiet)
}

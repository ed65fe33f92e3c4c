const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Under npm Ctrl-C arrives twice: from the terminal, and passed on by npm. */
const sameRequestMs = 500
const parentPollMs = 200

const stopping = new Set<() => void>()

/** Stops everything because nobody reads the output. Returns whether something had to stop. */
export function outputClosed(): boolean {
  for (const stop of stopping) stop()
  return stopping.size > 0
}

/** Resolves at the first request to stop; a second one ends the process at once. */
export function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined
    const requested = () => {
      const now = performance.now()
      if (first === undefined) {
        first = now
        resolve()
      } else if (now - first > sameRequestMs) {
        process.stderr.write('Stopping at once.\n')
        process.exit(1)
      }
    }
    for (const signal of signals) process.on(signal, requested)
    stopping.add(resolve)
    whenNpmIsGone(resolve)
  })
}

/**
 * npm runs scripts through a shell, which a signal to npm ends without telling its child. Without this the server would
 * survive `kill <npm>`.
 */
function whenNpmIsGone(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, parentPollMs)
  watch.unref()
}

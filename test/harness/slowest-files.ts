import path from 'node:path'
import type { TestEvent } from 'node:test/reporters'

const shown = 10

/** At the end, which files took longest. */
export default async function* slowestFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const seconds = new Map<string, number>()
  for await (const event of events) {
    if (event.type !== 'test:summary' || event.data.file === undefined) continue
    seconds.set(path.relative(process.cwd(), event.data.file), event.data.duration_ms / 1000)
  }
  const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, shown)
  if (slowest.length < 2) return
  yield `# what took longest of ${seconds.size} files\n`
  for (const [file, took] of slowest) yield `#  ${took.toFixed(1).padStart(6)} s  ${file}\n`
}

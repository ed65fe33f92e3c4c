import type { TestEvent } from 'node:test/reporters'

/** Failures in full, nothing about what passed, and node's totals at the end. */
export default async function* compact(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const totals: string[] = []
  for await (const event of events) {
    if (event.type === 'test:fail' && !isFailedInside(event.data)) yield failure(event)
    if (event.type === 'test:stderr' || event.type === 'test:stdout') yield event.data.message
    if (event.type === 'test:diagnostic' && event.data.nesting === 0) {
      const line = `# ${event.data.message}\n`
      if (/^# (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /.test(line)) totals.push(line)
      else yield line
    }
  }
  yield totals.join('')
}

type Failure = Extract<TestEvent, { type: 'test:fail' }>

/** A suite or a file that failed because of a test inside it, which is reported by itself. */
export function isFailedInside({ details }: Failure['data']): boolean {
  return (details.error as { failureType?: string }).failureType === 'subtestsFailed'
}

function failure({ data }: Failure): string {
  const error = data.details.error.cause ?? data.details.error
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const place = data.file ? ` (${data.file}${data.line ? `:${data.line}` : ''})` : ''
  return `not ok ${data.name}${place}\n${text.replace(/^/gm, '    ')}\n`
}

/**
 * What a vendor shows of its own answers, read by the connector: each published example stands once in place of what the
 * simulator says, and whatever the connector reads must still be read.
 */
import { startSimulator } from '../../simulators/index.ts'
import type { Connector } from '../../src/connector-kit/connector.ts'
import { addDays } from '../../src/connector-kit/dates.ts'
import { openBench } from '../../src/connector-kit/testing/bench.ts'
import type { ListingRecord } from '../../src/contract/records.ts'
import { operationOf, type Declared, type Violation } from './check.ts'
import { startRecorder, type GivenAnswer, type RecordedExchange, type Recorder } from './recorder.ts'
import { wrappings } from './vendors.ts'

export interface ExamplesRead {
  read: number
  problems: Violation[]
}

interface Example {
  operation: Declared
  answer: GivenAnswer
}

interface Problem {
  /** What the connector was reading. */
  at: string
  message: string
}

const portfolio = { listings: 2, reservations: 12 }

/** Of the operations that the connector uses. */
export async function readExamples(
  connector: Connector,
  declared: readonly Declared[],
  exchanges: readonly RecordedExchange[],
): Promise<ExamplesRead> {
  const outcome: ExamplesRead = { read: 0, problems: [] }
  const used = new Set(exchanges.map(({ request }) => operationOf(declared, request)))
  for (const example of declared.filter((one) => used.has(one)).flatMap(examplesOf)) {
    const { asked, problems } = await readWith(connector, declared, example)
    if (asked) outcome.read += 1
    const { name: operation } = example.operation
    for (const { at, message } of problems)
      outcome.problems.push({ operation, kind: `example: ${at}: ${message}`, message, url: 'as published' })
  }
  return outcome
}

/** Of answers to what was taken. */
function examplesOf(operation: Declared): Example[] {
  return operation.operation.responses.flatMap(({ code, contents }) => {
    if (!code.startsWith('2')) return []
    return (contents ?? []).flatMap(({ mediaType, examples, schema }) => {
      const shown = (examples ?? []).flatMap((one) => ('value' in one ? [one.value] : []))
      const values: unknown[] = [...shown, ...((schema?.examples as unknown[] | undefined) ?? [])]
      const headers = { 'content-type': mediaType }
      const wrap = wrappings[operation.name] ?? ((value: unknown) => value)
      const bodies = values
        .filter((value) => typeof value === 'object' && value !== null)
        .map((value) => JSON.stringify(wrap(alone(value as object))))
      // An example of the schema comes as one of the answer as well.
      return [...new Set(bodies)].map((body) => ({
        operation,
        answer: { status: Number(code), headers, body },
      }))
    })
  })
}

/** Without the place of the page after it, which nobody has. */
const alone = (value: object): object => ('Cursor' in value ? { ...value, Cursor: null } : value)

async function readWith(
  connector: Connector,
  declared: readonly Declared[],
  example: Example,
): Promise<{ asked: boolean; problems: Problem[] }> {
  let recorder: Recorder | undefined
  let asked = false
  const bench = await openBench(
    connector,
    async (name, options) => {
      const simulator = await startSimulator(name, { ...options, rateLimit: 'off' })
      recorder = await startRecorder(simulator.url, (request) => {
        if (operationOf(declared, request) !== example.operation) return undefined
        asked = true
        return example.answer
      })
      return { ...simulator, url: recorder.url }
    },
    portfolio,
  )
  const problems: Problem[] = []
  const step = async (at: string, work: () => Promise<{ failures?: readonly { message: string }[] }>) => {
    try {
      const { failures = [] } = await work()
      problems.push(...failures.map(({ message }) => ({ at, message })))
    } catch (error) {
      problems.push({ at, message: error instanceof Error ? error.message : String(error) })
    }
  }
  const { listings, units, calendar, reservations, conversations, messages, reviews } = connector.operations
  const context = () => bench.context()
  let homes: ListingRecord[] = []
  let threads: string[] = []
  // One page of everything: an example with a cursor would be walked without end.
  try {
    await step('listings', async () => {
      const page = (await listings?.page(context(), { cursor: null })) ?? { records: [], failures: [] }
      homes = page.records
      return page
    })
    for (const listing of homes.slice(0, 1)) {
      await step('units', async () => (await units?.page(context(), { listing, cursor: null })) ?? {})
      const from = context().now().toISOString().slice(0, 10)
      await step('calendar', async () => {
        await calendar?.range(context(), { listing, from, to: addDays(from, 30) })
        return {}
      })
    }
    await step(
      'reservations',
      async () => (await reservations?.page(context(), { cursor: null, since: null })) ?? {},
    )
    await step('conversations', async () => {
      const page = await conversations?.page(context(), { cursor: null, since: null })
      threads = (page?.records ?? []).map(({ externalId }) => externalId)
      return page ?? {}
    })
    for (const conversationExternalId of threads.slice(0, 1)) {
      await step('one conversation', async () => {
        await conversations?.one?.(context(), conversationExternalId)
        return {}
      })
      await step(
        'messages',
        async () => (await messages?.page(context(), { conversationExternalId, cursor: null })) ?? {},
      )
    }
    await step('reviews', async () => (await reviews?.page(context(), { cursor: null })) ?? {})
  } finally {
    await bench.close()
    await recorder?.close()
  }
  return { asked, problems }
}

/** What a connector reads of a simulated account, recorded once and read again as often as is wanted from what was recorded. */
import type { Connector, VendorContext } from '../../src/connector-kit/connector.ts'
import { fieldOf } from '../../src/connector-kit/answers.ts'
import { addDays } from '../../src/connector-kit/dates.ts'
import type { VendorHttp } from '../../src/connector-kit/http.ts'
import { presentText } from '../../src/connector-kit/readings.ts'
import { accountIdIn, rememberIn } from '../../src/connector-kit/remember.ts'
import type { Bench } from '../../src/connector-kit/testing/bench.ts'
import { XmlDocument } from '../../src/connector-kit/xml-document.ts'

export interface RecordedAnswer {
  method: string
  path: string
  /** The operation of a GraphQL document, by which calls of one path differ; empty elsewhere. */
  operation: string
  /** Query and body, as one text. */
  rest: string
  body: unknown
}

/** One operation asked once. */
export interface RecordedRead {
  name: string
  ask(context: VendorContext): Promise<unknown>
  answers: RecordedAnswer[]
}

export interface ReadResult {
  records: Map<string, Record<string, unknown>>
  failures: string[]
  next: string | null
}

/** Where a walk has several parts, such as queues, each has a page. */
const mostPages = 5

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
type HttpMethod = (typeof methods)[number]
type HttpCall = (path: string, options: object) => Promise<unknown>

/** Every read the connector has, of a few records each. */
export async function recordReads(bench: Bench<never>): Promise<RecordedRead[]> {
  const { operations } = bench.connector as unknown as Connector
  const reads: RecordedRead[] = []
  const record = async (name: string, ask: RecordedRead['ask']): Promise<ReadResult> => {
    const answers: RecordedAnswer[] = []
    const context = bench.context()
    const result = resultOf(await ask({ ...context, http: listening(context, answers) }))
    reads.push({ name, ask, answers })
    return result
  }
  const today = bench.context().now().toISOString().slice(0, 10)
  const pageOf = async (family: 'listings' | 'conversations' | 'reviews' | 'reservations') => {
    const operation = operations[family] as { page(context: VendorContext, walk: object): Promise<unknown> }
    const records: ReadResult['records'] = new Map()
    const failures: string[] = []
    let cursor: string | null = null
    for (let page = 1; page <= mostPages; page += 1) {
      const at: string | null = cursor
      const name = page === 1 ? `${family}.page` : `${family}.page ${page}`
      const read = await record(name, (context) => operation.page(context, { cursor: at, since: null }))
      for (const [id, found] of read.records) records.set(id, found)
      failures.push(...read.failures)
      cursor = read.next
      if (cursor === null) break
    }
    return { records, failures, next: cursor }
  }
  const listings = [...(await pageOf('listings')).records.values()]
  const [listing] = listings
  if (listing !== undefined) {
    const { units, calendar } = operations
    const known = listing as never
    if (units !== undefined)
      await record('units.page', (context) => units.page(context, { listing: known, cursor: null }))
    if (calendar !== undefined)
      await record('calendar.range', (context) =>
        calendar.range(context, { listing: known, from: today, to: addDays(today, 20) }),
      )
  }
  const stays = [...(await pageOf('reservations')).records.keys()]
  const { reservations, conversations, messages } = operations
  if (reservations?.one !== undefined)
    for (const id of stays.slice(0, 2))
      await record(`reservations.one ${id}`, (context) => present(reservations.one)(context, id))
  if (conversations !== undefined) {
    const threads = [...(await pageOf('conversations')).records.keys()]
    if (messages !== undefined)
      for (const conversationExternalId of threads.slice(0, 2))
        await record(`messages.page ${conversationExternalId}`, (context) =>
          messages.page(context, { conversationExternalId, cursor: null }),
        )
  }
  if (operations.reviews !== undefined) await pageOf('reviews')
  return reads
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the operation is not there')
  return value
}

/** The same read, answered from what was recorded, of which one answer may be another. */
export async function readAgain(
  { ask, answers }: RecordedRead,
  bench: Bench<never>,
  spoiled?: { answer: RecordedAnswer; body: unknown },
): Promise<ReadResult> {
  const bodies = (one: RecordedAnswer) => (one === spoiled?.answer ? spoiled.body : lent(one.body))
  const call =
    (method: HttpMethod) =>
    async (path: string, options: object = {}) => {
      const [rest, operation] = [textOf(options), operationOf(options)]
      const ofPath = answers.filter(
        (one) => one.method === method && one.path === path && one.operation === operation,
      )
      const found = ofPath.find((one) => one.rest === rest) ?? ofPath[0]
      if (found !== undefined) return bodies(found)
      // What is only asked for because of the spoiled field, such as a name in place of one that is missing.
      return (bench.context().http[method] as HttpCall)(path, options)
    }
  const http = Object.fromEntries(methods.map((method) => [method, call(method)])) as unknown as VendorHttp
  rememberIn(http, memoriesOf(bench.context()))
  return resultOf(await ask({ http, now: bench.context().now }))
}

function listening(context: VendorContext, answers: RecordedAnswer[]): VendorHttp {
  const { http } = context
  const call =
    (method: HttpMethod) =>
    async (path: string, options: object = {}) => {
      const body = await (http[method] as HttpCall)(path, options)
      const operation = operationOf(options)
      answers.push({ method, path, operation, rest: textOf(options), body: kept(body) })
      return body
    }
  const heard = Object.fromEntries(methods.map((method) => [method, call(method)])) as unknown as VendorHttp
  rememberIn(heard, memoriesOf(context))
  return heard
}

/** Nothing is remembered from one read to another, and vendors whose calls name the account are told the same one. */
const memoriesOf = (context: VendorContext) => ({
  work: new Map(),
  settings: new Map(),
  identity: `recorded:${accountIdIn(context)}`,
})

const textOf = (options: object): string =>
  JSON.stringify(options, (_name, value: unknown) =>
    value instanceof URLSearchParams ? String(value) : value,
  )

const operationOf = (options: object): string =>
  presentText(fieldOf(fieldOf(options, 'body'), 'operationName')) ?? ''

const copied = ({ root, comments }: XmlDocument) => new XmlDocument(structuredClone(root), comments)

/** As it was answered, whatever a connector does with it: JSON cannot be changed, so that no read needs a copy of its own. */
const kept = (body: unknown): unknown =>
  body instanceof XmlDocument ? copied(body) : frozen(structuredClone(body))
const lent = (body: unknown): unknown => (body instanceof XmlDocument ? copied(body) : body)

function frozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) frozen(member)
  return Object.freeze(value)
}

/** The answer with what holds one place changed; nothing else of it is copied. */
export function withOther(
  body: unknown,
  steps: readonly (string | number)[],
  change: (holder: Record<string | number, unknown>) => void,
): unknown {
  if (body instanceof XmlDocument) {
    const { root, comments } = copied(body)
    // The first step is to the root.
    return new XmlDocument(around(root, steps.slice(1), change) as XmlDocument['root'], comments)
  }
  return around(body, steps, change)
}

function around(
  value: unknown,
  [step, ...rest]: readonly (string | number)[],
  change: (holder: Record<string | number, unknown>) => void,
): unknown {
  const holder = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >
  if (rest.length === 0) change(holder)
  else if (step !== undefined) holder[step] = around(holder[step], rest, change)
  return holder
}

/** A page, a record, or a list of nights as records by their ids. */
function resultOf(told: unknown): ReadResult {
  const isPage = typeof told === 'object' && told !== null && 'records' in told
  const page = (isPage ? told : { records: told === null ? [] : Array.isArray(told) ? told : [told] }) as {
    records: Record<string, unknown>[]
    failures?: { externalId: string }[]
    next?: string | null
  }
  const idOf = (record: Record<string, unknown>) => String(record['externalId'] ?? record['date'])
  return {
    records: new Map(page.records.map((record) => [idOf(record), record])),
    failures: (page.failures ?? []).map(({ externalId }) => externalId),
    next: page.next ?? null,
  }
}

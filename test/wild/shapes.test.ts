/** Every shape of the wild shelf, read by its connector as it would be from the vendor. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connectors } from '../../src/connectors/index.ts'
import type { Connector, InboundRequest } from '../../src/connector-kit/connector.ts'
import type { RowFailure } from '../../src/connector-kit/paginate.ts'
import type { Query, VendorHttp } from '../../src/connector-kit/http.ts'
import { joinPartner } from '../../src/connector-kit/partnership.ts'
import { rememberIn } from '../../src/connector-kit/remember.ts'
import { verdictOfStatus } from '../../src/connector-kit/failure-table.ts'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { bodyOf, wildShapes, type ShapeAnswer, type WildShape } from './shape.ts'

const shapes = wildShapes()

/** What an operation answers: a page, a record, a list of records, or null. */
interface PageLike {
  records: Named[]
  failures?: RowFailure[]
}
type Named = { externalId: string } & Record<string, unknown>

describe('wild shelf', () => {
  for (const { vendor, name, shape } of shapes) {
    it(`${vendor}: ${name}`, async () => {
      const connector = connectorOf(vendor)
      if (shape.call === 'inbound.receive') return assert.deepEqual(hintsOf(connector, shape), shape.hints)
      const { records, failures = [] } = await pageOf(connector, shape)
      const ids = (rows: readonly object[]) => rows.map(keyOf).toSorted()
      const expected = shape.records ?? []
      assert.deepEqual(ids(records), ids(expected), JSON.stringify(failures))
      assert.deepEqual(ids(failures), (shape.failures ?? []).toSorted())
      for (const record of expected) {
        const found = records.find((one) => keyOf(one) === keyOf(record))
        assert.partialDeepStrictEqual(found, record)
      }
    })
  }
})

/** Nights go by their date. */
function keyOf(record: { externalId?: unknown; date?: unknown }): unknown {
  return record.externalId ?? record.date
}

function connectorOf(vendor: string): Connector {
  const connector = connectors[vendor]
  assert.ok(connector, `there is no connector ${vendor}`)
  const settings = [...(connector.partnership?.settings ?? []), ...(connector.partnership?.optional ?? [])]
  return joinPartner(
    connector,
    new Map(settings.map((setting) => [setting, 'wild'])),
    'http://vendor.invalid',
  )
}

type Operation = (context: object, asked: unknown) => Promise<unknown>

async function pageOf(connector: Connector, shape: WildShape): Promise<PageLike> {
  const [family = '', verb = ''] = shape.call.split('.')
  const operations = connector.operations as unknown as Record<string, Record<string, Operation>>
  const operation = operations[family]?.[verb]
  assert.ok(operation, `the connector has no ${shape.call}`)
  const http = answering(shape.answers ?? [])
  rememberIn(http, { work: new Map(), settings: new Map(), identity: `${connector.manifest.id}:wild` })
  const now = () => new Date(shape.now ?? '2027-06-01T12:00:00Z')
  const told = await operation({ http, now }, shape.asked)
  if (told === null) return { records: [] }
  if (Array.isArray(told)) return { records: told as Named[] }
  return 'records' in (told as object) ? (told as PageLike) : { records: [told as Named] }
}

function hintsOf(connector: Connector, { asked }: WildShape): unknown {
  const {
    body,
    headers = {},
    secrets = {},
  } = asked as {
    body: unknown
    headers?: InboundRequest['headers']
    secrets?: Record<string, string>
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const rawBody = Buffer.from(text)
  return connector.operations.inbound?.receive({ headers, body, rawBody }, { externalId: 'wild', secrets })
}

/** A client of a vendor that knows these answers and nothing else. */
function answering(answers: readonly ShapeAnswer[]): VendorHttp {
  const call =
    (method: string) =>
    async (path: string, options: { query?: Query; body?: unknown } = {}): Promise<unknown> => {
      const answer = answers.find((one) => fits(one, method, path, options))
      if (answer === undefined)
        throw new VendorError('not_found', `${method} ${path}: the shape has no answer`)
      const kind = verdictOfStatus(answer.status ?? 200)
      if (kind !== null) throw new VendorError(kind, `${method} ${path}`, { status: answer.status })
      return bodyOf(answer)
    }
  return {
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
  }
}

function fits(
  answer: ShapeAnswer,
  method: string,
  path: string,
  { query = {}, body }: { query?: Query; body?: unknown },
): boolean {
  const [plain, inPath] = path.split('?')
  const asked = { ...Object.fromEntries(new URLSearchParams(inPath)), ...query }
  const sameQuery = Object.entries(answer.query ?? {}).every(([name, value]) => String(asked[name]) === value)
  return (
    (answer.method ?? 'GET') === method && answer.path === plain && sameQuery && contains(body, answer.body)
  )
}

/** Whether every field that is named is there. */
function contains(whole: unknown, part: unknown): boolean {
  if (part === undefined) return true
  if (typeof part !== 'object' || part === null) return whole === part
  if (whole instanceof URLSearchParams) return contains(Object.fromEntries(whole), part)
  return Object.entries(part).every(([name, value]) =>
    contains((whole as Record<string, unknown> | null)?.[name], value),
  )
}

/** The report of what a description promises no longer: each kind of change, made in a copy of openapi.json, gives its line. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { apiNotes, reportApiChanges } from '../../scripts/api-changes.ts'
import {
  compareDescriptions,
  lineOf,
  withoutTexts,
  type ApiDescription,
} from '../../scripts/release/compare-descriptions.ts'
import { root } from '../harness/child.ts'

/** Any part of the description; a mutation knows what it reaches into. */
type MutableNode = { [key: string]: MutableNode } & MutableNode[] & string

const text = readFileSync(path.join(root, 'openapi.json'), 'utf8')
const copy = () => JSON.parse(text) as ApiDescription
const present = copy()
/** What a release keeps of it has to be enough. */
const kept = withoutTexts(present) as ApiDescription
const linesAfter = (mutate: (description: MutableNode) => void) => {
  const after = copy()
  mutate(after as unknown as MutableNode)
  return compareDescriptions(kept, after)
}

const schemaOf = (d: MutableNode, name: string) => d['components']!['schemas']![name]!
const operationAt = (d: MutableNode, method: string, url: string) => d['paths']![url]![method]!
const parameterOf = (d: MutableNode, name: string) =>
  operationAt(d, 'get', '/v1/listings')['parameters']!.find((one) => one['name'] === name)!

const kinds: Record<string, { mutate: (d: MutableNode) => void; line: string; effect?: string }> = {
  'a removed operation': {
    mutate: (d) => void Reflect.deleteProperty(d['paths']!['/v1/listings']!, 'get'),
    line: 'listListings is gone: GET /v1/listings',
  },
  'another name of an operation': {
    mutate: (d) => void Object.assign(operationAt(d, 'get', '/v1/listings'), { operationId: 'getListings' }),
    line: 'listListings is called getListings now',
  },
  'another scope of an operation': {
    mutate: (d) =>
      void Object.assign(operationAt(d, 'get', '/v1/listings'), { 'x-key-scope': 'listings:write' }),
    line: 'listListings needs the scope listings:write now (was listings:read)',
  },
  'a removed field of an answer': {
    mutate: (d) => void Reflect.deleteProperty(schemaOf(d, 'Reservation')['properties']!, 'checkIn'),
    line: 'Reservation.checkIn is no longer answered',
  },
  'a renamed field of an answer': {
    mutate: (d) => {
      const properties = schemaOf(d, 'Reservation')['properties']!
      Object.assign(properties, { arrival: properties['checkIn'] ?? {} })
      Reflect.deleteProperty(properties, 'checkIn')
    },
    line: 'Reservation.checkIn is no longer answered',
  },
  'a field of an answer that may be missing': {
    mutate: (d) => {
      const schema = schemaOf(d, 'Reservation')
      Object.assign(schema, { required: schema['required']!.filter((name) => name !== 'checkIn') })
    },
    line: 'Reservation.checkIn may be missing now',
  },
  'another type of a field of an answer': {
    mutate: (d) =>
      void Object.assign(schemaOf(d, 'Reservation')['properties']!['checkIn']!, { type: 'integer' }),
    line: 'Reservation.checkIn can be integer now (was string)',
  },
  'a field of an answer that can be null': {
    mutate: (d) =>
      void Object.assign(schemaOf(d, 'Reservation')['properties']!['id']!, { type: ['string', 'null'] }),
    line: 'Reservation.id can be null now (was string)',
  },
  'another format of a field of an answer': {
    mutate: (d) =>
      void Object.assign(schemaOf(d, 'Reservation')['properties']!['checkIn']!, { format: 'date-time' }),
    line: 'Reservation.checkIn has the format date-time now (was date)',
  },
  'a wider enum in an answer': {
    mutate: (d) => void schemaOf(d, 'Reservation')['properties']!['status']!['enum']!.push('dreamt' as never),
    line: 'Reservation.status can be "dreamt" now',
    effect: 'callers may meet',
  },
  'a removed status of success': {
    mutate: (d) => void Reflect.deleteProperty(operationAt(d, 'get', '/v1/listings')['responses']!, '200'),
    line: 'listListings 200 is no longer answered',
  },
  'a new required field of a request': {
    mutate: (d) => {
      const schema = schemaOf(d, 'ListingCreateBody')
      Object.assign(schema['properties']!, { colour: { type: 'string' } })
      Object.assign(schema, { required: [...(schema['required'] ?? []), 'colour'] })
    },
    line: 'ListingCreateBody.colour is required now',
  },
  'a removed field of a request': {
    mutate: (d) => void Reflect.deleteProperty(schemaOf(d, 'ListingCreateBody')['properties']!, 'bedrooms'),
    line: 'ListingCreateBody.bedrooms is refused now',
  },
  'another type of a field of a request': {
    mutate: (d) =>
      void Object.assign(schemaOf(d, 'ListingCreateBody')['properties']!['name']!, { type: 'integer' }),
    line: 'ListingCreateBody.name no longer takes string',
  },
  'a tighter limit of a request': {
    mutate: (d) =>
      void Object.assign(schemaOf(d, 'ListingCreateBody')['properties']!['name']!, { maxLength: 3 }),
    line: 'ListingCreateBody.name has the maxLength 3 now (was',
  },
  'a new required parameter': {
    mutate: (d) =>
      void operationAt(d, 'get', '/v1/listings')['parameters']!.push({
        name: 'colour',
        in: 'query',
        required: true,
        schema: { type: 'string' },
      } as never),
    line: 'listListings query colour is required now',
  },
  'a removed parameter': {
    mutate: (d) => {
      const operation = operationAt(d, 'get', '/v1/listings')
      const others = operation['parameters']!.filter((one) => one['name'] !== 'channel')
      Object.assign(operation, { parameters: others })
    },
    line: 'listListings query channel is refused now',
  },
  'a narrower enum in a request': {
    mutate: (d) => void parameterOf(d, 'channel')['schema']!['enum']!.pop(),
    line: 'listListings query channel no longer takes "channex"',
  },
  'a removed second name of a parameter': {
    mutate: (d) => {
      const aliases = d['x-query-aliases'] as unknown as { alias: string }[]
      Object.assign(d, { 'x-query-aliases': aliases.filter(({ alias }) => alias !== 'checkInFrom') })
    },
    line: 'listReservations query checkInFrom is refused now',
  },
  'a removed error code': {
    mutate: (d) =>
      void Reflect.deleteProperty(operationAt(d, 'get', '/v1/listings')['x-error-codes']!, '402'),
    line: 'listListings no longer answers the error listings_limit_exceeded',
  },
  'a new error code': {
    mutate: (d) =>
      void Object.assign(operationAt(d, 'get', '/v1/listings')['x-error-codes']!, { 409: ['invalid_state'] }),
    line: 'listListings can answer the error invalid_state now',
    effect: 'callers may meet',
  },
  'a removed event': {
    mutate: (d) => void Reflect.deleteProperty(d['webhooks']!, 'account.created'),
    line: 'account.created is no longer sent',
  },
}

describe('the report of changes of the API', () => {
  for (const [kind, { mutate, line, effect = 'breaks' }] of Object.entries(kinds)) {
    it(`names ${kind}`, () => {
      const found = linesAfter(mutate)
      const lines = found.map((change) => `${change.effect}: ${lineOf(change)}`)
      assert.ok(
        lines.some((one) => one.startsWith(`${effect}: ${line}`)),
        lines.slice(0, 10).join('\n') || 'nothing was found',
      )
      // What hangs on one change is named once, however many operations use the schema.
      assert.equal(new Set(lines).size, lines.length)
      for (const { operations } of found) assert.notEqual(operations.length, 0)
    })
  }

  it('is empty for the same description, and for what is only added', () => {
    assert.deepEqual(compareDescriptions(present, copy()), [])
    assert.deepEqual(compareDescriptions(kept, copy()), [])
    const added = linesAfter((d) => {
      Object.assign(schemaOf(d, 'Reservation')['properties']!, { colour: { type: 'string' } })
      Object.assign(schemaOf(d, 'ListingCreateBody')['properties']!, { colour: { type: 'string' } })
      Object.assign(d['paths']!, { '/v1/colours': d['paths']!['/v1/listings'] ?? {} })
    })
    assert.deepEqual(added, [])
  })

  it('names every operation that a shared schema concerns', () => {
    const [change] = linesAfter(
      (d) => void Reflect.deleteProperty(schemaOf(d, 'Reservation')['properties']!, 'checkIn'),
    )
    assert.ok(change?.operations.includes('listReservations'), change?.operations.join(', ') ?? 'nothing')
  })

  it('takes what is named with a reason, and refuses a reason without a change', () => {
    const released = { version: '0.1.0', description: present }
    const now = copy()
    delete now.paths['/v1/listings']?.['get']
    const change = 'listListings is gone: GET /v1/listings'
    const bare = reportApiChanges(released, now, [])
    assert.deepEqual(bare.problems, [`"${change}" breaks callers: undo it, or name it with a reason.`])
    const reasoned = reportApiChanges(released, now, [{ change, reason: 'nobody lists' }])
    assert.deepEqual(reasoned.problems, [])
    assert.deepEqual(reasoned.lines, [`breaks: ${change} (listListings): nobody lists`])
    assert.match(apiNotes(reasoned), /### Changes of the API since 0\.1\.0\n\n- breaks: listListings is gone/)
    const stale = reportApiChanges(released, copy(), [{ change, reason: 'nobody lists' }])
    assert.deepEqual(stale.problems, [`"${change}" is named, and is no change (any more).`])
    assert.equal(apiNotes(stale), '')
  })

  it('has nothing to refuse in openapi.json', () => {
    assert.deepEqual(reportApiChanges().problems, [])
  })
})

/** Requests that are wrong before any data is read. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errorStatus } from '../../src/contract/errors.ts'
import { usualShape } from '../../src/http/body-shape.ts'
import type { CallOptions } from '../harness/app.ts'
import {
  assertEnvelope,
  bodyOf,
  bodyWith,
  firstOf,
  lists,
  pathParams,
  queryOf,
  recordParams,
  routes,
  type AnyRoute,
  type World,
} from './world.ts'

const takesBody = (route: AnyRoute) => route.method !== 'GET'

/** Returns the answer to a body that breaks the schema. */
const wrongBody = ({ invalidBody }: AnyRoute): [number, string] =>
  invalidBody ? [errorStatus(invalidBody), invalidBody] : [400, 'invalid_body']

/** Null has a meaning in these fields, for instance to clear them. */
function isNullable({ body }: AnyRoute, field: string): boolean {
  type Typed = { type?: string | string[]; anyOf?: Typed[] }
  const { properties } = body as { properties?: Record<string, Typed> }
  const { type, anyOf = [] } = properties?.[field] ?? {}
  return [type, ...anyOf.map((one) => one.type)].flat().includes('null')
}

/** Returns every parameter name of a route, with other spellings. */
const namesOf = (route: AnyRoute) =>
  [...Object.keys(queryOf(route)), ...Object.keys(route.queryAliases ?? {})].toSorted()

export function requestLoop({ ask, own, t }: World): void {
  /** A good request, so that only the test's addition can be wrong. */
  const good = (route: AnyRoute): { records: typeof own.active; call: CallOptions } => ({
    records: route.sandboxOnly ? own.sandboxRecords.active : own.active,
    call: {
      key: route.auth === 'none' ? null : route.sandboxOnly ? t.sandboxKey : t.liveKey,
      ...(route.body ? { body: bodyWith(route, own.active) } : {}),
    },
  })
  const withBody = (route: AnyRoute, body: unknown) => {
    const { records, call } = good(route)
    return { records, call: { ...call, body } }
  }
  const withText = (route: AnyRoute, rawBody: string, headers: Record<string, string> = {}) => {
    const {
      records,
      call: { key },
    } = good(route)
    return { records, call: { ...(key === undefined ? {} : { key }), rawBody, headers } }
  }

  describe('parameters', () => {
    for (const route of routes) {
      it(`${route.id} refuses a parameter it does not know`, async () => {
        const answer = await ask(route, { ...good(route), query: { surprise_of_mine: '1' } })
        const error = assertEnvelope(answer, 400, 'unknown_params', route.id)
        assert.equal(error['field'], 'surprise_of_mine')
        assert.equal(error['value_received'], '1')
        assert.equal(error['endpoint'], route.url)
        assert.deepEqual(error['validParams'], namesOf(route))
      })

      const [longest] = Object.keys(queryOf(route)).toSorted((a, b) => b.length - a.length)
      if (longest) {
        it(`${route.id} guesses what a misspelt parameter means`, async () => {
          const answer = await ask(route, { ...good(route), query: { [`${longest.slice(0, -1)}x`]: '1' } })
          const error = assertEnvelope(answer, 400, 'unknown_params', route.id)
          assert.ok(String(error['message']).includes(longest))
          assert.equal(error['did_you_mean'], longest)
        })
      }

      for (const [alias, name] of Object.entries(route.queryAliases ?? {})) {
        it(`${route.id} knows \`${alias}\` as \`${name}\`, and one of the two at a time`, async () => {
          const value = queryOf(route)[name]?.type === 'string' ? 'not-valid' : 'nonsense'
          const [byAlias, byName] = [
            await ask(route, { ...good(route), query: { ...cleared(route), [alias]: value } }),
            await ask(route, { ...good(route), query: { ...cleared(route), [name]: value } }),
          ]
          assert.equal(byAlias.status, byName.status)
          assert.deepEqual(byAlias.body['error']?.['code'], byName.body['error']?.['code'])
          const both = await ask(route, { ...good(route), query: { [alias]: '1', [name]: '2' } })
          assertEnvelope(both, 400, 'invalid_params', route.id)
        })
      }

      if (pathParams(route).some(({ kind }) => kind === 'provider')) {
        it(`${route.id} refuses a provider that does not exist`, async () => {
          for (const provider of ['nonsense', 'constructor', '__proto__', 'HOSTAWAY']) {
            const answer = await ask(route, { ...good(route), provider })
            assertEnvelope(answer, 400, 'invalid_provider', `${route.id} ${provider}`)
          }
        })
      }

      // A session's id is secret and a code can be anything, so malformed ones answer like unknown ones.
      for (const { name, kind } of recordParams(route).filter(
        (param) => !['session', 'code'].includes(param.kind),
      )) {
        it(`${route.id} refuses a malformed \`${name}\``, async () => {
          const { call, records } = good(route)
          for (const id of ['abc', '0', '-1', '1e3', '12345678901234567890', '%20', '%00', 'x'.repeat(250)]) {
            const ids = (other: typeof kind, param: string) => (param === name ? id : firstOf(records)(other))
            const error = assertEnvelope(
              await ask(route, { ids, call }),
              400,
              'invalid_param',
              `${route.id} ${id}`,
            )
            assert.equal(error['field'], name)
          }
        })
      }
    }
  })

  describe('bodies', () => {
    for (const route of routes.filter(takesBody)) {
      it(`${route.id} refuses what is not JSON`, async () => {
        for (const text of ['{', '{"a":}', 'hello', '{"a":1}}', "{'a':1}"]) {
          const answer = await ask(route, withText(route, text))
          assertEnvelope(answer, 400, 'invalid_json', `${route.id} ${text}`)
        }
      })

      it(`${route.id} refuses JSON that reaches into prototypes`, async () => {
        const answer = await ask(route, withText(route, '{"__proto__":{"admin":true}}'))
        assertEnvelope(answer, 400, 'invalid_json', route.id)
      })

      it(`${route.id} refuses another content type`, async () => {
        const forms = route.takesForms ? [] : ['application/x-www-form-urlencoded']
        for (const type of ['text/plain', 'multipart/form-data; boundary=x', ...forms]) {
          const answer = await ask(route, withText(route, 'a=1', { 'content-type': type }))
          assertEnvelope(answer, 415, 'unsupported_media_type', `${route.id} ${type}`)
        }
      })

      it(`${route.id} refuses a body of more than it takes, mostly a mebibyte`, async () => {
        const text = JSON.stringify({ filler: 'x'.repeat(route.bodyLimit ?? 1024 * 1024) })
        assertEnvelope(await ask(route, withText(route, text)), 413, 'payload_too_large', route.id)
      })

      it(`${route.id} refuses a body that holds more than it may, before anything is parsed`, async () => {
        const { values, depth, nameBytes } = { ...usualShape, ...route.bodyShape }
        const tooMuch: readonly [string, number, string][] = [
          [`{"a":${'['.repeat(depth)}`, 400, 'invalid_body'],
          [`{"${'n'.repeat(nameBytes + 1)}":1}`, 400, 'invalid_body'],
          [`{"a":[${'1,'.repeat(values)}1]}`, 413, 'payload_too_large'],
          [`{"a":[${'[],'.repeat(values / 2)}1]}`, 413, 'payload_too_large'],
        ]
        for (const [text, ...refusal] of tooMuch)
          assertEnvelope(
            await ask(route, withText(route, text)),
            ...refusal,
            `${route.id} ${text.slice(0, 20)}`,
          )
      })

      if (route.body) {
        it(`${route.id} refuses a field it does not know`, async () => {
          const answer = await ask(route, withBody(route, { ...bodyOf(route), surprise_of_mine: 1 }))
          const error = assertEnvelope(answer, ...wrongBody(route), route.id)
          assert.equal(error['field'], 'surprise_of_mine')
          assert.ok((error['valid_values'] as string[]).length > 0)
        })
        it(`${route.id} refuses what is no object, and null in place of a value`, async () => {
          for (const body of ['text', 1, [], null]) {
            assertEnvelope(await ask(route, withBody(route, body)), ...wrongBody(route), route.id)
          }
          for (const field of Object.keys(bodyOf(route)).filter((name) => !isNullable(route, name))) {
            const answer = await ask(route, withBody(route, { ...bodyOf(route), [field]: null }))
            const error = assertEnvelope(answer, ...wrongBody(route), `${route.id} ${field}`)
            assert.equal(error['field'], field)
          }
        })
        if (!route.bodyOptional) {
          it(`${route.id} says that it needs a body`, async () => {
            const {
              records,
              call: { key },
            } = good(route)
            const answer = await ask(route, { records, call: key === undefined ? {} : { key } })
            assertEnvelope(answer, 400, 'invalid_body', route.id)
          })
        }
      } else {
        it(`${route.id} refuses a body, because it takes none`, async () => {
          const answer = await ask(route, withBody(route, { surprise_of_mine: 1 }))
          const error = assertEnvelope(answer, 400, 'invalid_body', route.id)
          assert.equal(error['field'], 'surprise_of_mine')
        })
      }
    }
  })

  describe('values of parameters', () => {
    for (const route of lists) {
      for (const [name, schema] of Object.entries(queryOf(route))) {
        const wrong = wrongValues(name, schema)
        if (wrong.length === 0) continue
        it(`${route.id} refuses a wrong \`${name}\``, async () => {
          for (const value of wrong) {
            const answer = await ask(route, { ...good(route), query: { [name]: value } })
            assert.ok([400, 422].includes(answer.status), `${name}=${value}: ${answer.text}`)
            const error = assertEnvelope(
              answer,
              answer.status,
              'invalid_params',
              `${route.id} ${name}=${value}`,
            )
            assert.equal(error['field'], name)
            assert.equal(String(error['value_received']), value)
            if (schema.enum) assert.deepEqual(error['valid_values'], schema.enum)
          }
        })
      }
    }
  })

  /** Leaves out usual parameters, so that only one spelling is sent. */
  function cleared(route: AnyRoute): Record<string, string> {
    return ['getAvailability', 'getListingExposure'].includes(route.id)
      ? { from: '2026-07-01', to: '2026-07-01' }
      : {}
  }
}

function wrongValues(name: string, schema: { type?: string; enum?: unknown[]; pattern?: string }): string[] {
  if (schema.enum) return ['nonsense', '']
  if (schema.type === 'boolean') return ['maybe', '2']
  if (schema.type === 'integer') return ['many', '1.5', '-1']
  if (schema.type === 'number') return ['many', '-1']
  const { pattern } = schema
  if (pattern !== undefined)
    return ['nonsense', ' ', 'a\0b'].filter((value) => !new RegExp(pattern).test(value))
  return name === 'q' ? [''] : []
}

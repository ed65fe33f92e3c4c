/** One list says what is deprecated: the description marks just that, and answers tell those who use it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  deprecatedFields,
  deprecatedOperations,
  deprecatedParameters,
} from '../../src/contract/deprecations.ts'
import { routes } from '../../src/features/routes.ts'
import { deprecationHeaders } from '../../src/http/hooks/deprecation.ts'
import description from '../../openapi.json' with { type: 'json' }
import { startTestApp, type TestApp } from '../harness/app.ts'

interface Operation {
  operationId: string
  deprecated?: boolean
  parameters?: { name?: string; deprecated?: boolean }[]
}
const operations = Object.values(description.paths).flatMap((path) => Object.values(path)) as Operation[]

describe('deprecations', () => {
  let t: TestApp
  before(async () => {
    t = await startTestApp()
  })
  after(() => t.close())

  test('are those that the description marks', () => {
    const marked = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.flatMap(({ name, deprecated }) => (deprecated ? [`${operationId}.${name}`] : [])),
    )
    assert.deepEqual(marked.sort(), Object.keys(deprecatedParameters).sort())
    assert.deepEqual(
      operations.filter(({ deprecated }) => deprecated).map(({ operationId }) => operationId),
      Object.keys(deprecatedOperations),
    )
    const schemas = description.components.schemas as unknown as Record<
      string,
      { properties?: Record<string, { deprecated?: boolean }> }
    >
    const fields = Object.entries(schemas).flatMap(([schema, { properties = {} }]) =>
      Object.entries(properties).flatMap(([name, { deprecated }]) =>
        deprecated ? [`${schema}.${name}`] : [],
      ),
    )
    assert.deepEqual(fields.sort(), Object.keys(deprecatedFields).sort())
  })

  test('are told to whoever uses one, also with an error, and to nobody else', async () => {
    const told = async (url: string) => {
      const { headers } = await t.get(url)
      return [headers['deprecation'], headers['link'], headers['sunset']]
    }
    for (const route of routes.filter(({ method, url }) => method === 'GET' && !url.includes(':'))) {
      const [deprecation] = await told(route.url)
      assert.equal(deprecation !== undefined, route.id in deprecatedOperations, route.url)
      const names = Object.keys(deprecatedParameters).flatMap((name) =>
        name.startsWith(`${route.id}.`) ? [name.slice(route.id.length + 1)] : [],
      )
      for (const name of names)
        for (const query of [`${name}=hostaway`, `${name}=hostaway&limit=none`, `${name}=`]) {
          const [since, link, sunset] = await told(`${route.url}?${query}`)
          assert.match(String(since), /^@\d{10}$/, query)
          assert.match(String(link), /\/docs\/guides\/deprecations>; rel="deprecation"$/)
          assert.equal(sunset, undefined)
        }
    }
  })

  test('say since when, until when and where to read on', () => {
    const stays = { since: '2026-11-28', instead: 'a' }
    assert.deepEqual(deprecationHeaders([], 'https://x'), {})
    assert.deepEqual(deprecationHeaders([stays], 'https://x'), {
      deprecation: '@1795824000',
      link: '<https://x/docs/guides/deprecations>; rel="deprecation"',
    })
    const ends = { since: '2027-01-01', sunset: '2028-02-01', instead: 'b' }
    assert.deepEqual(deprecationHeaders([ends, stays], 'https://x'), {
      deprecation: '@1795824000',
      sunset: 'Tue, 01 Feb 2028 00:00:00 GMT',
      link: '<https://x/docs/guides/deprecations>; rel="deprecation", <https://x/docs/guides/deprecations>; rel="sunset"',
    })
  })
})

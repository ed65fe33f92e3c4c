/**
 * What the simulators' own shapes say is refused: every request that a connector sends, spoiled in every way. Shows also
 * that no connector sends what a shape does not know.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { simulators } from '../../simulators/index.ts'
import type { Vendors } from '../harness/vendors.ts'
import { driveConnector } from './drive.ts'
import { graphqlShape } from './graphql-shape.ts'
import type { SentRequest } from './recorder.ts'
import { shareOf } from './shares.ts'
import type { RequestSchemas, Schema } from './spoil.ts'

const least = 0.95

export function sharesOfVendors(vendors: Vendors): void {
  describe('strict simulators', { concurrency: false }, () => {
    for (const connector of vendors) {
      const vendor = connector.manifest.id
      it(`${vendor} takes what its connector sends, and refuses it spoiled`, async (t) => {
        const { requests } = simulators[vendor] ?? {}
        if (requests === undefined) return
        const routes = Object.entries(requests.shapes).map(([name, { query, body, each }]) => {
          const [method = '', path = ''] = name.split(' ')
          const parts = (requests.prefix + path).split('/').map((part) => part.replace(/^:.*/, '[^/]+'))
          const schemas: RequestSchemas = {
            query: query as Schema | undefined,
            body: (each === undefined ? body : { type: 'array', items: each }) as Schema | undefined,
          }
          return { name, method, pattern: new RegExp(`^${parts.join('/')}$`), ...schemas }
        })
        const describe = (request: SentRequest) => {
          const [path = ''] = request.url.split('?')
          if (path.endsWith('/graphql')) return graphqlShape(request)
          return routes.find(({ method, pattern }) => method === request.method && pattern.test(path))
        }
        const driven = await driveConnector(connector)
        t.after(() => driven.close())
        assert.deepEqual(driven.failures, [])
        const { spoiled, refused, taken } = await shareOf(driven, describe)
        t.diagnostic(`${vendor}: ${refused} of ${spoiled} spoiled requests refused`)
        // Requests of XML are held against shapes of their own, in the simulator's tests.
        const isXml = driven.exchanges.some(({ request }) =>
          /xml/.test(request.headers['content-type'] ?? ''),
        )
        assert.ok(isXml || spoiled > 20, 'there are requests to spoil')
        assert.ok(refused >= least * spoiled, taken.join('\n'))
      })
    }
  })
}

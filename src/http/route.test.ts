import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { routeFor } from './route.ts'

const route = routeFor<object>()
const common = {
  method: 'GET',
  url: '/v1/things',
  id: 'listThings',
  tag: 'Things',
  summary: 'List things',
  reply: Type.Object({}),
  errors: [],
  handle: () => Promise.resolve({}),
} as const

describe('who may ask a route', () => {
  it('is said by every route that a key opens', () => {
    const routes = [
      route({ ...common, family: 'listings', ofListings: 'narrows' }),
      route({ ...common, family: 'keys', account: 'ignored' }),
      route({ ...common, auth: 'none' }),
    ]
    assert.deepEqual(
      routes.map(({ family, ofListings, account, auth }) => [family, ofListings, account, auth]),
      [
        ['listings', 'narrows', undefined, undefined],
        ['keys', undefined, 'ignored', undefined],
        [undefined, undefined, undefined, 'none'],
      ],
    )
  })

  it('does not compile when it is left out', () => {
    // @ts-expect-error The route does not say who may call it.
    route(common)
    // @ts-expect-error The route does not say what a key for single listings gets.
    route({ ...common, family: 'listings' })
    // @ts-expect-error A route for keys needs a scope.
    route({ ...common, ofListings: 'narrows' })
    // @ts-expect-error Without a key there are no listings to limit it to.
    route({ ...common, auth: 'none', ofListings: 'narrows' })
  })
})

/** A slash at the end of a path is no id, and an empty value in a query is an error that names its parameter, on every route. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { firstOf, keyed, makeWorld, queryOf, urlOf, type World } from '../cross-cutting/world.ts'

/** Nothing shown besides, and what every key begins with. */
const mayBeEmpty = new Set(['include', 'prefix'])

describe('every route that reads', () => {
  let world: World
  before(async () => {
    world = await makeWorld()
  })
  after(() => world.t.close())

  const reading = keyed.filter(({ method, status }) => method === 'GET' && status === undefined)
  const addressOf = (route: (typeof reading)[number]) => urlOf(route, firstOf(world.own.active))
  const ask = (url: string) => world.t.call('GET', url, { key: world.own.liveKey })

  it('answers a path with a slash at its end as the one without', async () => {
    for (const route of reading) {
      const [path = '', query] = addressOf(route).split('?')
      const search = query === undefined ? '' : `?${query}`
      const [plain, slashed] = [await ask(path + search), await ask(`${path}/${search}`)]
      assert.equal(slashed.status, plain.status, `${path}/: ${slashed.text}`)
    }
  })

  it('refuses an empty value and names its parameter', async () => {
    let asked = 0
    const unnamed: string[] = []
    for (const route of reading)
      for (const name of Object.keys(queryOf(route))) {
        const url = new URL(addressOf(route), 'http://lodgewire.test')
        url.searchParams.set(name, '')
        const { status, body, text } = await ask(url.pathname + url.search)
        asked += 1
        if (mayBeEmpty.has(name) && status === 200) continue
        assert.ok(status >= 400 && status < 500, `${route.id} ${name}: ${status} ${text}`)
        if (body['error']?.['field'] !== name) unnamed.push(`${route.id} ${name}: ${text}`)
      }
    assert.deepEqual(unnamed, [])
    assert.ok(asked > 300)
  })
})

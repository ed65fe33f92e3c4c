/** A server with accounts of Vrbo, and the reader that Vrbo is. */
import assert from 'node:assert/strict'
import { Puller } from '../../simulators/vrbo/puller/puller.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../harness/app.ts'
import { makerOf } from '../harness/fixtures.ts'

export interface Pair {
  username: string
  password: string
  feedUrl: string
}

export interface FeedsWorld {
  app: TestApp
  listing(columns?: Record<string, unknown>): Promise<string>
  activate(): Promise<Pair>
  puller(pair: Pair): Puller
  map(listingId: string, more?: object): Promise<TestAnswer>
  read(
    path: string,
    pair?: Pair,
    headers?: Record<string, string>,
    method?: 'GET' | 'HEAD',
  ): ReturnType<TestApp['raw']>
  close(): Promise<void>
}

const basic = ({ username, password }: Pair) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

export async function feedsWorld(env: Record<string, string> = {}): Promise<FeedsWorld> {
  const app = await startTestApp({ env: { BURST_LIMIT: '1000000', ...env } })
  const make = makerOf(app.db, app.scope)
  const world: FeedsWorld = {
    app,
    listing: (columns = {}) => make.listing({ currency: 'EUR', default_nightly_price: '100.00', ...columns }),
    async activate() {
      const answer = await app.post('/v1/connect/vrbo', {})
      assert.equal(answer.status, 200, answer.text)
      return answer.body as unknown as Pair
    },
    puller: (pair) =>
      new Puller({
        ...pair,
        async ask(url, headers) {
          const { pathname } = new URL(url)
          const { statusCode, headers: said, body } = await app.raw({ method: 'GET', url: pathname, headers })
          return {
            status: statusCode,
            etag: said['etag'] === undefined ? undefined : String(said['etag']),
            text: body,
          }
        },
      }),
    map: (listingId, more = {}) =>
      app.post('/v1/channels/vrbo/listings/map', { listingId: Number(listingId), ...more }),
    read: (path, pair, headers = {}, method = 'GET') =>
      app.raw({
        method,
        url: path,
        headers: { ...(pair ? { authorization: basic(pair) } : {}), ...headers },
      }),
    close: () => app.close(),
  }
  return world
}

/** A provider that throttles or hangs in place of a connector: each operation only calls it once. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basic } from '../../src/connector-kit/auth/static.ts'
import type { Connector, VendorContext } from '../../src/connector-kit/connector.ts'

/** `works`: the connector's own operations. `has no room`: others have used up the account's limit. */
export type Mood = 'works' | 'throttles' | 'hangs' | 'has no room'

export interface MisbehavingVendor {
  url: string
  mood: Mood
  /** Numbers of received requests and of started operations. */
  sent: number
  asked: number
  connector(connector: Connector): Connector
  close(): Promise<void>
}

/** One call a minute, so the second one must wait. */
export const narrowLimit = { per: 'account' as const, calls: 1, windowSeconds: 60 }
export const sharedAccount = 'everybody'
export const throttledSeconds = 60

const isContext = (value: unknown): value is VendorContext =>
  typeof value === 'object' && value !== null && 'http' in value

export async function startMisbehavingVendor(): Promise<MisbehavingVendor> {
  const server = createServer((request, response) => {
    vendor.sent += 1
    request.resume()
    if (vendor.mood === 'hangs') return
    response.writeHead(429, { 'retry-after': `${throttledSeconds}`, 'content-type': 'application/json' })
    response.end('{"message":"Slow down."}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  function calling<T extends object>(operations: T): T {
    return new Proxy(operations, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver)
        if (typeof value === 'object' && value !== null) return calling(value)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          const [context] = given
          if (!isContext(context) || vendor.mood === 'works')
            return Reflect.apply(value, target, given) as unknown
          vendor.asked += 1
          return context.http.post('/anything', { body: {} })
        }
      },
    })
  }

  const vendor: MisbehavingVendor = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood: 'works',
    sent: 0,
    asked: 0,
    connector: (connector) => ({
      ...connector,
      manifest: { ...connector.manifest, rateLimits: [narrowLimit], timeoutMs: 60_000 },
      accountOf: () => sharedAccount,
      auth: () => basic('name', 'password'),
      operations: calling(connector.operations),
    }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return vendor
}

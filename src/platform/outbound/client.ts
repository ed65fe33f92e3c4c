/**
 * Sends requests to addresses that customers gave. It connects to the very address it checked, so a DNS answer that changes in between
 * gains nothing. It follows no redirect.
 */
import type { LookupFunction } from 'node:net'
import type { OutboundPolicy } from './address.ts'
import { OutboundExchange, type OutboundAnswer, type OutboundRequest } from './exchange.ts'
import { assertAllowed, parseTarget, resolveWithSystem, type Resolve } from './target.ts'
import { Agent } from './undici.ts'

export interface Outbound {
  /** Throws `TargetRefused`, `OutboundTimeout`, or the network's error; no status throws. */
  send(request: OutboundRequest): Promise<OutboundAnswer>
  close(): Promise<void>
}

export { OutboundTimeout, type OutboundAnswer } from './exchange.ts'

/** This many parsed addresses are remembered. */
const mostRemembered = 1_000

export function createOutbound(policy: OutboundPolicy, resolve: Resolve = resolveWithSystem): Outbound {
  const agent = new Agent({
    connect: { lookup: checkedLookup(policy, resolve) },
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 60_000,
    // The caller's own time limit replaces these.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const targets = new Map<string, { origin: string; path: string }>()
  const targetOf = (text: string) => {
    const cachedTarget = targets.get(text)
    if (cachedTarget) return cachedTarget
    const { origin, pathname, search } = parseTarget(text, policy)
    const target = { origin, path: pathname + search }
    if (targets.size >= mostRemembered) targets.clear()
    targets.set(text, target)
    return target
  }
  return {
    // The function is not async, which saves one promise per request.
    send(request) {
      const { method, headers, body = null } = request
      const exchange = new OutboundExchange(request)
      try {
        const { origin, path } = targetOf(request.url)
        agent.dispatch({ origin, path, method, headers, body }, exchange)
      } catch (error) {
        exchange.fail(error as Error)
      }
      return exchange.answered
    },
    close: () => agent.destroy(),
  }
}

function checkedLookup(policy: OutboundPolicy, resolve: Resolve): LookupFunction {
  return (host, options, done) => {
    resolve(host).then(
      (addresses) => {
        try {
          assertAllowed(addresses, policy)
        } catch (error) {
          return done(error as Error, '')
        }
        const [first] = addresses
        if (!first) return done(new Error(`${host} has no address`), '')
        if (options.all) done(null, addresses)
        else done(null, first.address, first.family)
      },
      (error: Error) => done(error, ''),
    )
  }
}

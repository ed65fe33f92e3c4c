/**
 * Requests to addresses that customers gave. Names are resolved here and the connection is made to the address that was
 * checked, so that an answer that changes between check and connection gains nothing. No redirect is followed.
 */
import type { LookupFunction } from 'node:net'
import type { OutboundPolicy } from './address.ts'
import { OutboundExchange, type OutboundAnswer, type OutboundRequest } from './exchange.ts'
import { assertAllowed, parseTarget, resolveWithSystem, type Resolve } from './target.ts'
import { Agent } from './undici.ts'

export interface Outbound {
  /** Throws `TargetRefused`, `OutboundTimeout`, or what the network said. A status is never thrown. */
  send(request: OutboundRequest): Promise<OutboundAnswer>
  close(): Promise<void>
}

export { OutboundTimeout, type OutboundAnswer } from './exchange.ts'

/** Addresses that were looked at as texts. */
const mostRemembered = 1_000

export function createOutbound(policy: OutboundPolicy, resolve: Resolve = resolveWithSystem): Outbound {
  const agent = new Agent({
    connect: { lookup: checkedLookup(policy, resolve) },
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 60_000,
    // The caller's own time limit holds instead of these.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const targets = new Map<string, { origin: string; path: string }>()
  const targetOf = (text: string) => {
    const known = targets.get(text)
    if (known) return known
    const { origin, pathname, search } = parseTarget(text, policy)
    const target = { origin, path: pathname + search }
    if (targets.size >= mostRemembered) targets.clear()
    targets.set(text, target)
    return target
  }
  return {
    // Not async: what is answered would go through one promise more.
    send(wanted) {
      const { method, headers, body = null } = wanted
      const exchange = new OutboundExchange(wanted)
      try {
        const { origin, path } = targetOf(wanted.url)
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

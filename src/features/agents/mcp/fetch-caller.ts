/** Calls a server over HTTP: for agents that run this server's tools on a machine of their own. */
import { userAgent } from '../../../platform/version.ts'
import { addressOfCall, ApiRefusal, type ApiCaller } from '../tools/api-caller.ts'

/** Quotes and bookings wait for a vendor; the server itself answers within ten seconds. */
const patienceMs = 60_000

/** Answers are read whole, and no tool needs more. */
const agentHeaders = (key: string) => ({
  authorization: `Bearer ${key}`,
  'user-agent': `${userAgent} mcp`,
  'x-lodgewire-agent': 'mcp',
})

export function createFetchCaller({ baseUrl, key }: { baseUrl: string; key: string }): ApiCaller {
  return {
    async send(call) {
      const response = await fetch(`${baseUrl}${addressOfCall(call)}`, {
        method: call.method,
        headers: {
          ...agentHeaders(key),
          ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        // A redirect could send the key to another host.
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      }).catch((cause: unknown) => {
        throw Object.assign(
          new ApiRefusal({
            code: 'server_unreachable',
            message: `No server answers at ${baseUrl}.`,
            fix: 'Start it, or name another with LODGEWIRE_URL.',
          }),
          { cause },
        )
      })
      return {
        status: response.status,
        text: await response.text(),
        retryAfter: response.headers.get('retry-after'),
      }
    },
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { deprecatedOperations, deprecatedParameters, type Deprecation } from '../../contract/deprecations.ts'

const page = '/docs/guides/deprecations'

/** `Deprecation` as in RFC 9745 and `Sunset` as in RFC 8594. The earliest of several counts. */
export function deprecationHeaders(
  deprecations: readonly Deprecation[],
  publicUrl: string,
): Record<string, string> {
  const [since] = deprecations.map((one) => one.since).sort()
  if (since === undefined) return {}
  const [sunset] = deprecations.flatMap((one) => one.sunset ?? []).sort()
  const link = `<${publicUrl}${page}>`
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset === undefined ? {} : { sunset: new Date(sunset).toUTCString() }),
    link: [`${link}; rel="deprecation"`, ...(sunset === undefined ? [] : [`${link}; rel="sunset"`])].join(
      ', ',
    ),
  }
}

/** Only routes with something deprecated get a hook: all others cost nothing. */
export function tellDeprecations(route: { id: string }, publicUrl: () => string) {
  const operation = deprecatedOperations[route.id]
  const parameters = Object.entries(deprecatedParameters).flatMap(([name, deprecation]) =>
    name.startsWith(`${route.id}.`) ? [{ name: name.slice(route.id.length + 1), deprecation }] : [],
  )
  if (operation === undefined && parameters.length === 0) return {}
  return {
    async onSend(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const query = (request.query ?? {}) as Record<string, unknown>
      const used = parameters.filter(({ name }) => name in query).map(({ deprecation }) => deprecation)
      void reply.headers(deprecationHeaders([...(operation ? [operation] : []), ...used], publicUrl()))
    },
  }
}

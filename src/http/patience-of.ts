/** Sets how long a request's caller waits, and in whose turn its vendor calls run. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { currentPatience, RequestPatience, withPatience } from '../platform/request-patience.ts'
import { runInTrace } from '../platform/trace.ts'
import type { Route } from './route.ts'

/** Returns the listing that a request names in any way; otherwise its path. */
function homeOf<Services>({ listing }: Route<Services>, request: FastifyRequest): string {
  const { params, query, body } = request as Record<
    'params' | 'query' | 'body',
    Record<string, unknown> | null
  >
  const inPath = listing && params?.[listing.slice('params.'.length)]
  const named = inPath ?? body?.['listingId'] ?? body?.['property_id'] ?? query?.['property_id']
  const about = named === undefined ? request.url.split('?', 1)[0] : String(named)
  return `${request.caller?.scope.workspaceId} ${about}`
}

const remaining = (outer: RequestPatience | undefined) =>
  outer === undefined ? {} : { withinMs: Math.max(0, outer.leftMs()) }

const patienceOf = <Services>(
  route: Route<Services>,
  request: FastifyRequest,
  reply: FastifyReply,
  withinMs: number | undefined,
) =>
  new RequestPatience({
    turn: () => homeOf(route, request),
    isKept: request.headers['idempotency-key'] !== undefined,
    connection: {
      isClosed: () => reply.raw.destroyed && !reply.raw.writableFinished,
      onClosed: (listener) => void reply.raw.once('close', listener),
    },
    ...(withinMs === undefined ? {} : { withinMs }),
    // An inner call is answered before its outer request is due.
    ...remaining(currentPatience()),
  })

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Runs the work with its caller's patience, wherever it waits inside. */
export const patiently =
  <Services>(route: Route<Services>, withinMs: number | undefined, handle: Handle): Handle =>
  (request, reply) =>
    runInTrace(request.trace, () =>
      withPatience(patienceOf(route, request, reply, withinMs), () => handle(request, reply)),
    )

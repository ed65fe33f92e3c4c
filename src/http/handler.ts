/** What runs for a route once the caller is known: validation, gates, the handler, and its answer. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../platform/api-error.ts'
import type { Answer } from '../platform/idempotency.ts'
import { sendAnswer } from './answers.ts'
import type { AppOptions, Caller } from './app-options.ts'
import { errorAnswer } from './error-envelope.ts'
import type { AddressLimit } from './hooks/address-limit.ts'
import { assertProven } from './hooks/caller.ts'
import { answerOnce, storeNothing } from './idempotency.ts'
import { keyOf, requestText } from './idempotency-rules.ts'
import { fail, JsonText, Refusal, Reply, type Route, type WriteParts } from './route.ts'
import { replyViolation, validatorFor } from './validation.ts'

/** The answer as it is sent, of what a handler returned. */
function rendererFor<Services>(route: Route<Services>, strict: boolean): (result: unknown) => Answer {
  const violation = strict ? replyViolation(route.reply) : undefined
  const refused = strict && route.refusal ? replyViolation(route.refusal) : undefined
  return (result) => {
    if (result instanceof Refusal) {
      const wrong = refused?.(result.body)
      if (wrong) throw new Error(`${route.id} sent a refusal that breaks its schema: ${wrong}`)
      return { status: 400, headers: result.headers, text: JSON.stringify(result.body) }
    }
    const { body, status, headers } = result instanceof Reply ? result : new Reply(result)
    const text = body instanceof JsonText ? body.text : JSON.stringify(body)
    const wrong = violation?.(JSON.parse(text))
    if (wrong) throw new Error(`${route.id} sent a reply that breaks its schema: ${wrong}`)
    return { status: status ?? route.status ?? 200, headers, text }
  }
}

function runnerFor<Services>(route: Route<Services>, options: AppOptions<Services>) {
  const validator = validatorFor(route)
  const listingParam = route.listing?.slice('params.'.length)
  return async (request: FastifyRequest, caller: Caller, write: WriteParts): Promise<unknown> => {
    const params = validator.params(request.params)
    const query = validator.query(request.query)
    const body = validator.body(request.body)
    if (caller.scope?.connectionId !== undefined) {
      await options.gates.account(route, caller.scope, { params, query, body })
    }
    if (listingParam) await options.gates.listing(caller.scope, String(params[listingParam]))
    return route.handle({
      services: caller.scope
        ? (options.servicesIn?.(options.services, caller.scope) ?? options.services)
        : options.services,
      scope: caller.scope,
      principal: caller.principal,
      params: params as never,
      query: query as never,
      body: body as never,
      fail,
      headers: request.headers,
      rawBody: request.rawBody,
      requestId: request.id,
      routeId: route.id,
      ...write,
    })
  }
}

export function handlerFor<Services>(
  route: Route<Services>,
  options: AppOptions<Services>,
  addressLimit: AddressLimit,
) {
  const { db } = options.services
  const run = runnerFor(route, options)
  const render = rendererFor(route, options.strictReplies ?? false)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    assertProven(route as unknown as Route<never>, request)
    const caller = request.caller ?? ({} as Caller)
    // Answers are kept per workspace, so a key of a caller without one is left alone.
    const key = request.caller ? keyOf(route, request) : undefined
    if (key === undefined) {
      const result = await run(request, caller, { idempotencyKey: undefined, storeAnswer: storeNothing })
      const answer = render(result)
      const isMiss = route.countAddress !== undefined && !request.caller && answer.status >= 400
      const tooMany = isMiss ? addressLimit.miss(request) : null
      if (tooMany) throw tooMany
      return sendAnswer(reply, answer)
    }
    const { publicUrl } = options
    const { answer, replayed } = await answerOnce({
      db,
      log: options.log,
      request: { key, operation: route.id, request: requestText(request) },
      claim: (wanted) => options.idempotency.claim(caller.scope, wanted),
      render: (result) =>
        result instanceof ApiError
          ? errorAnswer(result, { publicUrl, requestId: request.id })
          : render(result),
      work: async (storeAnswer) => render(await run(request, caller, { idempotencyKey: key, storeAnswer })),
    })
    if (replayed) reply.header('idempotency-status', 'cached')
    return sendAnswer(reply, answer)
  }
}

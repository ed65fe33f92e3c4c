/** Runs a route for a known caller: validation, gates, the handler, and its answer. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../platform/api-error.ts'
import { runWithCause } from '../platform/cause.ts'
import type { StoredAnswer, KeyedRequest } from '../platform/idempotency.ts'
import { isNarrowed, narrowing, type Queryable } from '../platform/tenant.ts'
import { noteError, sendAnswer } from './answers.ts'
import type { AppOptions } from './app-options.ts'
import {
  type RequestCaller,
  fail,
  JsonText,
  LinkRefusal,
  RouteReply,
  type Route,
  type WriteParts,
} from './route.ts'
import { errorAnswer } from './error-envelope.ts'
import { auditedHandler } from './audited.ts'
import { operationCaller } from './call-operation.ts'
import type { AddressOf } from './client-address.ts'
import type { AddressLimit } from './limits/address-limit.ts'
import { assertProven } from './hooks/caller.ts'
import { answerOnce, storeNothing } from './idempotency.ts'
import { digestOf, keyOf, requestText } from './idempotency-rules.ts'
import { ImageBytes } from './image-bytes.ts'
import { LineStream, sendLines } from './lines.ts'
import { patiently } from './patience-of.ts'
import { taggedByContent } from './revalidation/by-content.ts'
import type { Revalidation } from './revalidation/public.ts'
import { sendImage } from './send-image.ts'
import { inShape, shaperFor } from './shaped.ts'
import { replyViolation, validatorFor } from './validation.ts'

/** Turns what a handler returned into the answer to send. */
function rendererFor<Services>(route: Route<Services>, strict: boolean): (result: unknown) => StoredAnswer {
  const violation = strict ? replyViolation(route.reply) : undefined
  const refused = strict && route.refusal ? replyViolation(route.refusal) : undefined
  return (result) => {
    if (result instanceof LinkRefusal) {
      const wrong = refused?.(result.body)
      if (wrong) throw new Error(`${route.id} sent a refusal that breaks its schema: ${wrong}`)
      return { status: 400, headers: result.headers, text: JSON.stringify(result.body) }
    }
    const { body, status, headers } = result instanceof RouteReply ? result : new RouteReply(result)
    const text = body instanceof JsonText ? body.text : JSON.stringify(body)
    const wrong = violation?.(JSON.parse(text))
    if (wrong) throw new Error(`${route.id} sent a reply that breaks its schema: ${wrong}`)
    return { status: status ?? route.status ?? 200, headers, text }
  }
}

interface AdmittedRequest {
  query: object
  /** Runs the handler with the given replica in place of the primary. */
  work(replica: Queryable | null): Promise<unknown>
}

/**
 * Returns services that read from another database. There are few, and every request needs one, so they are
 * cached.
 */
function servicesReading<S extends { db: Queryable }>(services: S): (db: Queryable) => S {
  const byDatabase = new WeakMap<Queryable, S>()
  return (db) => {
    const own = byDatabase.get(db) ?? { ...services, db }
    byDatabase.set(db, own)
    return own
  }
}

function runnerFor<Services>(route: Route<Services>, options: AppOptions<Services>, addressOf: AddressOf) {
  const validator = validatorFor(route)
  const listingParam = route.listing?.slice('params.'.length)
  const reading = servicesReading(options.services)
  /** Validates and admits the request; the answer is made when the returned function is called. */
  return async (
    request: FastifyRequest,
    caller: RequestCaller,
    write: WriteParts,
  ): Promise<AdmittedRequest> => {
    const { trace } = request
    trace?.enter('validation')
    const params = validator.params(request.params)
    const query = validator.query(request.query)
    const body = validator.body(request.body)
    if (caller.scope && isNarrowed(caller.scope)) {
      await options.gates.account(route, caller.scope, { params, query, body })
    }
    if (listingParam) await options.gates.listing(caller.scope, String(params[listingParam]))
    const { principal } = caller
    const cause = {
      kind: 'request' as const,
      requestId: request.id,
      keyId: principal?.keyId ?? null,
      ...(principal?.memberId ? { memberId: principal.memberId } : {}),
      operation: route.id,
    }
    const services = (replica: Queryable | null) => {
      const own = replica ? reading(replica) : options.services
      return caller.scope ? (options.servicesIn?.(own, caller.scope) ?? own) : own
    }
    const work = (replica: Queryable | null) =>
      route.handle({
        services: services(replica),
        scope: caller.scope,
        principal,
        params: params as never,
        query: query as never,
        body: body as never,
        fail,
        headers: request.headers,
        rawBody: request.rawBody,
        requestId: request.id,
        address: () => addressOf(request.raw),
        callOperation: operationCaller(request, addressOf),
        routeId: route.id,
        idempotencyKey: write.idempotencyKey,
        storeAnswer: write.storeAnswer,
      })
    trace?.enter('handler')
    return { query: query ?? {}, work: (replica) => runWithCause(cause, () => work(replica)) }
  }
}

/** Notes the error of a replayed answer. */
function noteStoredError(request: FastifyRequest, { status, text }: StoredAnswer): void {
  if (status < 400) return
  const { error } = JSON.parse(text) as { error?: { code?: string } }
  request.errorCode = error?.code ?? null
}

/** Makes a text of everything that tells this request from another. */
async function keyedRequest<Services>(
  route: Route<Services>,
  request: FastifyRequest,
  { key, caller }: { key: string; caller: RequestCaller },
): Promise<KeyedRequest> {
  const { scope, principal } = caller
  const text = requestText(request, {
    // The account is part of the request even when the key implies it.
    ...narrowing(scope),
    digest: await digestOf(request),
    ...(route.answersTo === 'key' ? { keyId: principal.keyId } : {}),
  })
  return { key, operation: route.id, request: text }
}

/** A request without a key stores no answer. */
const unkeyed: WriteParts = { idempotencyKey: undefined, storeAnswer: storeNothing }

export function handlerFor<Services>(
  route: Route<Services>,
  options: AppOptions<Services>,
  {
    addressLimit,
    addressOf,
    revalidation,
  }: { addressLimit: AddressLimit; addressOf: AddressOf; revalidation: Revalidation | undefined },
) {
  const { db } = options.services
  const admit = runnerFor(route, options, addressOf)
  const run = async (...args: Parameters<typeof admit>) => (await admit(...args)).work(null)
  const rendered = rendererFor(route, options.strictReplies ?? false)
  const renderFor = (request: FastifyRequest) => (result: unknown) => {
    request.trace?.enter('serialisation')
    const answer = rendered(result)
    request.trace?.enter('handler')
    return answer
  }
  const shapeOf = shaperFor(route, options.shapes)
  const audited = auditedHandler(route as unknown as Route<never>, options.auditing, addressOf)
  const answerOf = async (
    request: FastifyRequest,
    caller: RequestCaller,
    key: string | undefined,
  ): Promise<{ answer: StoredAnswer; replayed: boolean }> => {
    const render = renderFor(request)
    if (key === undefined) {
      const { query, work } = await admit(request, caller, unkeyed)
      const finding = shapeOf?.(request, caller.scope)
      const shape = finding instanceof Promise ? await finding : finding
      const make = async (replica: Queryable | null) => {
        const answer = render(await work(replica))
        return shape ? inShape(answer, shape) : answer
      }
      const answer = revalidation?.applies(route, { query })
        ? await revalidation.answer(route, { request, scope: caller.scope, shape, query }, make)
        : await make(null)
      return { answer: taggedByContent(route, request, answer), replayed: false }
    }
    const { publicUrl } = options
    return answerOnce({
      db,
      log: options.log,
      request: await keyedRequest(route, request, { key, caller }),
      claim: (request) => options.idempotency.claim(caller.scope, request),
      render: (result) => {
        if (!(result instanceof ApiError)) return render(result)
        noteError(request, result)
        return errorAnswer(result, { publicUrl, requestId: request.id })
      },
      work: async (storeAnswer) => render(await run(request, caller, { idempotencyKey: key, storeAnswer })),
    })
  }
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    request.trace?.enter('handler')
    assertProven(route as unknown as Route<never>, request)
    const caller = request.caller ?? ({} as RequestCaller)
    if (route.form !== undefined) {
      let result: unknown
      await audited(request, async () => {
        result = await run(request, caller, unkeyed)
        return { answer: { status: 200, headers: {}, text: '{}' }, replayed: false }
      })
      request.trace?.enter('sending')
      if (result instanceof ImageBytes) return sendImage(request, reply, result)
      return result instanceof LineStream ? sendLines(reply, result) : sendAnswer(reply, rendered(result))
    }
    let isCached = false
    const answer = await audited(request, async () => {
      // Stored answers belong to a workspace, so keys of anonymous callers are ignored.
      const done = await answerOf(request, caller, request.caller ? keyOf(route, request) : undefined)
      isCached = done.replayed
      return done
    })
    const isMiss = route.countAddress !== undefined && !request.caller && answer.status >= 400
    const tooMany = isMiss ? addressLimit.miss(request) : null
    if (tooMany) throw tooMany
    if (isCached) {
      reply.header('idempotency-status', 'cached')
      noteStoredError(request, answer)
    }
    request.trace?.enter('sending')
    return sendAnswer(reply, answer)
  }
  return patiently(route, options.answerWithinMs, handle)
}

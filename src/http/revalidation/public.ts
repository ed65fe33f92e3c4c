/**
 * Answers conditional requests: answers made of records have a strong `ETag`. With `If-None-Match` an
 * unchanged one is 304, and equal requests share one rendering. The tag covers the workspace's version and
 * the whole request, so no answer is older than its request.
 */
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { StoredAnswer } from '../../platform/idempotency.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { PipelinedReads, PipelinedReader } from '../../platform/pipelined-reads/public.ts'
import type { RecordPosition, Replicas } from '../../platform/replicas/public.ts'
import { isNarrowed, narrowing, type Queryable, type Scope } from '../../platform/tenant.ts'
import { recordStatement } from '../../platform/trace.ts'
import { serverVersion } from '../../platform/version.ts'
import type { Route } from '../route.ts'
import type { RequestedShape } from '../shaped.ts'
import { createPageCache } from './page-cache.ts'
import { entityTag, names, validatorsOf } from './validators.ts'

export interface RecordVersion {
  tag: string
  /** Until then time alone changes nothing; null means that it never does. */
  until: Date | null
  position: RecordPosition
}

/** Returns null when the version cannot be determined. */
export type FindVersion = (scope: Scope) => Promise<RecordVersion | null>

/** Traces name the one statement that many requests share by this. */
export const sharedLook = 'select … from workspace_heads'

async function versionBy(
  reader: PipelinedReader<RecordVersion>,
  { workspaceId }: Scope,
): Promise<RecordVersion | null> {
  const startedAt = performance.now()
  const version = await reader.gather(workspaceId)
  recordStatement(sharedLook, performance.now() - startedAt)
  return version ?? null
}

export interface RevalidationOptions {
  find: FindVersion
  /** The build changes with code or libraries. */
  build: string
  cacheBytes: number
  /** These replicas may serve reads. */
  replicas?: Pick<Replicas, 'read' | 'count'> | undefined
  /** Reads share these pipelined connections of the primary. */
  reads?: Pick<PipelinedReads<RecordVersion>, 'reader'> | undefined
}

/** Makes the answer, reading from the given database, or from the pool for null. */
type AnswerMaker = (reading: Queryable | null) => Promise<StoredAnswer>

interface RevalidationRequest {
  request: FastifyRequest
  scope: Scope
  shape: RequestedShape | undefined
  query: object
}

/** Servers of one build render alike; tags of other builds do not match. */
export const buildOf = <S>(routes: readonly Route<S>[]): string =>
  entityTag(
    JSON.stringify([
      serverVersion,
      routes.filter(({ versioned }) => versioned).map(({ id, reply }) => [id, reply]),
    ]),
  )

const quarterHourMs = 15 * 60_000

/** Fresh data waits for the vendor, and `as_of` reads history, so versions do not cover them. */
const beyondRecords = ['max_age', 'require_fresh', 'as_of']

export function createRevalidation(
  { find, build, cacheBytes, replicas, reads }: RevalidationOptions,
  { clock, strict, publicUrl }: { clock: Clock; strict: boolean; publicUrl(): string },
) {
  const cache = createPageCache(cacheBytes)

  /** Local midnights fall on quarters of an hour everywhere on earth. */
  const dayPart = <S>({ versioned }: Route<S>, now: Date) =>
    versioned === 'by records and days' ? Math.floor(now.getTime() / quarterHourMs) : null

  /** With replicas, the needed position must be known first. */
  const readerOf = () => (replicas && replicas.count().used > 0 ? null : (reads?.reader() ?? null))

  async function answer<S>(
    route: Route<S>,
    request: RevalidationRequest,
    make: AnswerMaker,
  ): Promise<StoredAnswer> {
    try {
      const reader = readerOf()
      if (reader) return await answerBy(reader, route, request, make)
    } catch (error) {
      // The pool would refuse this too; any other error counts against the replica.
      if (error instanceof ApiError) throw error
    }
    return answerBy(null, route, request, make)
  }

  async function answerBy<S>(
    reader: PipelinedReader<RecordVersion> | null,
    route: Route<S>,
    { request, scope, shape }: RevalidationRequest,
    make: AnswerMaker,
  ): Promise<StoredAnswer> {
    const now = clock.now()
    const looking = reader ? versionBy(reader, scope) : find(scope)
    const narrowed = isNarrowed(scope) ? JSON.stringify(narrowing(scope)) : ''
    const notice = request.notice ? JSON.stringify(request.notice) : ''
    const cacheKey = `${scope.workspaceId}\n${route.id}\n${request.url}\n${build}\n${publicUrl()}\n${narrowed}\n${shape?.tag ?? ''}\n${notice}`
    const offered = request.headers['if-none-match']
    // No cached answer can match, so the read is sent together with the version lookup, after it.
    const [version, ahead] =
      reader && offered === undefined && !cache.has(cacheKey)
        ? await Promise.all([looking, make(reader.db)])
        : [await looking, undefined]
    const makeNow = () => ahead ?? make(reader?.db ?? null)
    if (version === null) return makeNow()
    const state = `${version.tag}\n${dayPart(route, now) ?? ''}`
    const entry = cache.get(cacheKey, state)
    if (entry && strict) await assertStill(entry.answer)
    const validators = entry?.validators ?? validatorsOf(`${state}\n${cacheKey}`)
    if (names(offered, validators.etag)) {
      return { status: 304, headers: shape ? { ...shape.headers, ...validators } : validators, text: '' }
    }
    if (entry) return entry.answer
    const answer = await (reader || !replicas ? makeNow() : replicas.read(version.position, make))
    const isPast =
      (version.until !== null && clock.now() >= version.until) ||
      dayPart(route, clock.now()) !== dayPart(route, now)
    if (answer.status !== 200 || isPast) return answer
    const tagged = { ...answer, headers: { ...answer.headers, ...validators } }
    cache.set(cacheKey, { state, validators, answer: tagged })
    return tagged

    /** Tests make a cached answer again and compare it. */
    async function assertStill(remembered: StoredAnswer): Promise<void> {
      const again = await make(null)
      if (again.text === remembered.text) return
      const later = clock.now()
      const since = await find(scope)
      if (since?.tag !== version?.tag || dayPart(route, later) !== dayPart(route, now)) return
      throw new Error(
        `${route.id} would answer with what was stored before: ${remembered.text}\nand now it is ${again.text}`,
      )
    }
  }

  return {
    /** True when stored records alone decide the answer. */
    applies: <S>(route: Route<S>, { query }: Pick<RevalidationRequest, 'query'>): boolean =>
      route.versioned !== undefined && !beyondRecords.some((name) => name in query),
    answer,
  }
}

export type Revalidation = ReturnType<typeof createRevalidation>

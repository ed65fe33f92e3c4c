/**
 * Asking again: an answer made of records carries a strong `ETag`; whoever sends it back in `If-None-Match` gets 304 while
 * nothing changed, and the same page is rendered once for all who ask. The tag is of the workspace's version and of all that
 * tells one request from another, so an answer is never older than what was stored when the request came.
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

/** One state of the records of a workspace. */
export interface RecordVersion {
  tag: string
  /** From then on time itself has changed something; null: it will not. */
  until: Date | null
  position: RecordPosition
}

/** null: it cannot be said. */
export type FindVersion = (scope: Scope) => Promise<RecordVersion | null>

/** What the story of a request calls it: it is one for many requests, and each of them waits for it. */
export const sharedLook = 'select … from workspace_heads'

async function versionBy(
  reader: PipelinedReader<RecordVersion>,
  { workspaceId }: Scope,
): Promise<RecordVersion | null> {
  const asked = performance.now()
  const version = await reader.gather(workspaceId)
  recordStatement(sharedLook, performance.now() - asked)
  return version ?? null
}

export interface RevalidationOptions {
  find: FindVersion
  /** What answers are made by: another after each change of it. */
  build: string
  cacheBytes: number
  /** Servers that may be read from instead of the primary. */
  replicas?: Pick<Replicas, 'read' | 'count'> | undefined
  /** Connections of the primary that many reads share. */
  reads?: Pick<PipelinedReads<RecordVersion>, 'reader'> | undefined
}

/** Works the answer out, through that way to read where there is one beside the pool (null). */
type AnswerMaker = (reading: Queryable | null) => Promise<StoredAnswer>

interface RevalidationRequest {
  request: FastifyRequest
  scope: Scope
  shape: RequestedShape | undefined
  query: object
}

/** Servers of one build render the same; a tag that an older one gave is none of theirs. */
export const buildOf = <S>(routes: readonly Route<S>[]): string =>
  entityTag(
    JSON.stringify([
      serverVersion,
      routes.filter(({ versioned }) => versioned).map(({ id, reply }) => [id, reply]),
    ]),
  )

const quarterHourMs = 15 * 60_000

/** Who asks for fresh data waits for the vendor, and what was in the past is found in the history. */
const beyondRecords = ['max_age', 'require_fresh', 'as_of']

export function createRevalidation(
  { find, build, cacheBytes, replicas, reads }: RevalidationOptions,
  { clock, strict, publicUrl }: { clock: Clock; strict: boolean; publicUrl(): string },
) {
  const cache = createPageCache(cacheBytes)

  /** Local midnights fall on quarters of an hour everywhere on earth. */
  const dayPart = <S>({ versioned }: Route<S>, now: Date) =>
    versioned === 'by records and days' ? Math.floor(now.getTime() / quarterHourMs) : null

  /** Where replicas are read from, it must be known first what they have to have. */
  const readerOf = () => (replicas && replicas.count().used > 0 ? null : (reads?.reader() ?? null))

  async function answer<S>(
    route: Route<S>,
    asked: RevalidationRequest,
    make: AnswerMaker,
  ): Promise<StoredAnswer> {
    try {
      const reader = readerOf()
      if (reader) return await answerBy(reader, route, asked, make)
    } catch (error) {
      // What is refused here would be refused there; everything else is this way's failure until the pool fails, too.
      if (error instanceof ApiError) throw error
    }
    return answerBy(null, route, asked, make)
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
    const asked = `${scope.workspaceId}\n${route.id}\n${request.url}\n${build}\n${publicUrl()}\n${narrowed}\n${shape?.tag ?? ''}\n${notice}`
    const offered = request.headers['if-none-match']
    // Nothing could spare the reading: it leaves together with the look, and behind it.
    const [version, ahead] =
      reader && offered === undefined && !cache.has(asked)
        ? await Promise.all([looking, make(reader.db)])
        : [await looking, undefined]
    const makeNow = () => ahead ?? make(reader?.db ?? null)
    if (version === null) return makeNow()
    const state = `${version.tag}\n${dayPart(route, now) ?? ''}`
    const kept = cache.get(asked, state)
    if (kept && strict) await assertStill(kept.answer)
    const validators = kept?.validators ?? validatorsOf(`${state}\n${asked}`)
    if (names(offered, validators.etag)) {
      return { status: 304, headers: shape ? { ...shape.headers, ...validators } : validators, text: '' }
    }
    if (kept) return kept.answer
    const made = await (reader || !replicas ? makeNow() : replicas.read(version.position, make))
    const isPast =
      (version.until !== null && clock.now() >= version.until) ||
      dayPart(route, clock.now()) !== dayPart(route, now)
    if (made.status !== 200 || isPast) return made
    const tagged = { ...made, headers: { ...made.headers, ...validators } }
    cache.set(asked, { state, validators, answer: tagged })
    return tagged

    /** What every test asks of what is remembered: that it would be made again. */
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
    /** Whether answers to the request are told apart by what is stored alone. */
    applies: <S>(route: Route<S>, { query }: Pick<RevalidationRequest, 'query'>): boolean =>
      route.versioned !== undefined && !beyondRecords.some((name) => name in query),
    answer,
  }
}

export type Revalidation = ReturnType<typeof createRevalidation>

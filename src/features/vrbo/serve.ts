/** The feeds as Vrbo fetches them: whose they are is told by the pair alone, and nothing of another account is there. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createAddressOf } from '../../http/client-address.ts'
import { isKnown } from '../../http/conditional.ts'
import { createBurstLimiter } from '../../http/hooks/rate-limit.ts'
import { ApiError } from '../../platform/api-error.ts'
import { targetOf } from '../../platform/audit.ts'
import type { Services } from '../../services.ts'
import { noteFetched, noteRead, type CallingAccount } from './account-queries.ts'
import { advertisersPath, documentPath, feedsPath, indexPath } from './addresses.ts'
import { callerOf, unknownCaller } from './caller.ts'
import { noteServed, noteVersions } from './document-queries.ts'
import { documentsOf } from './documents.ts'
import { kinds, type Kind } from './feed/facts.ts'
import { renderAdvertisers } from './feed/indexes.ts'
import { indexOf } from './index-pages.ts'
import { KnownDocuments } from './known-documents.ts'
import { servedNights } from './served.ts'
import { feedSources } from './source-queries.ts'

/** Readings of one account within a minute, and callers who are not let in by one address. */
const readsPerMinute = 1200
const missesPerMinute = 30

type Needed = Pick<Services, 'audit' | 'db' | 'clock' | 'config' | 'publicUrl'>

export const tooMany = (waitMs: number, limit: number, what: string) => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new ApiError(
    'rate_limit_exceeded',
    `${what}; wait ${seconds} s.`,
    { limit, window_seconds: 60, retry_after: seconds },
    { headers: { 'retry-after': String(seconds) } },
  )
}

/** Lets in who has a pair. */
export function gateOf({ db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>) {
  const limiter = createBurstLimiter(clock)
  const addressOf = createAddressOf(config.trustedProxies)
  return async (request: FastifyRequest): Promise<CallingAccount> => {
    const address = addressOf(request.raw)
    // Who guessed too often is not looked up, right or not.
    const guessed = limiter.peek(`miss:${address}`, missesPerMinute)
    if (!guessed.allowed)
      throw tooMany(guessed.waitMs, missesPerMinute, 'Too many wrong pairs from this address')
    const account = await callerOf(db, request.headers.authorization)
    if (!account) {
      limiter.hit(`miss:${address}`, missesPerMinute)
      throw unknownCaller()
    }
    const state = limiter.hit(`read:${account.id}`, readsPerMinute)
    if (!state.allowed)
      throw tooMany(
        state.waitMs,
        readsPerMinute,
        `This account asked ${readsPerMinute} times within a minute`,
      )
    return account
  }
}

const lastFetchedStep = 60_000

export async function feedAddresses(app: FastifyInstance, services: Needed): Promise<void> {
  const { audit, db, clock } = services
  const admitted = gateOf(services)
  const known = new KnownDocuments()

  const enter = async (request: FastifyRequest) => {
    const account = await admitted(request)
    const now = clock.now()
    const scope = { workspaceId: account.workspaceId }
    const last = account.lastFetchedAt?.getTime() ?? 0
    if (now.getTime() - last >= lastFetchedStep) await noteFetched(db, scope, account.id, now)
    return { account, scope, now }
  }

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    { etag, changedAt, body }: { etag: string; changedAt: Date; body: () => string | Readable },
  ) => {
    void reply.headers({
      etag,
      'last-modified': changedAt.toUTCString(),
      'cache-control': 'private, no-cache',
      vary: 'authorization',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    if (isKnown(request, etag, changedAt)) return reply.code(304).send()
    void reply.type('application/xml; charset=utf-8')
    return reply.send(request.method === 'HEAD' ? '' : body())
  }

  app.get(advertisersPath, { exposeHeadRoute: true }, async (request, reply) => {
    const { account, scope } = await enter(request)
    await audit.useOf(scope, targetOf('vrbo_account', account.id), 'vrbo_feed.read')
    const text = renderAdvertisers(account, (kind) => services.publicUrl + indexPath(kind))
    return reply
      .headers({ 'cache-control': 'private, no-cache' })
      .type('application/xml; charset=utf-8')
      .send(text)
  })

  for (const kind of kinds) {
    app.get(indexPath(kind), { exposeHeadRoute: true }, async (request, reply) => {
      const { account, scope, now } = await enter(request)
      const { publicUrl } = services
      const index = await indexOf(db, { scope, account, kind, now, publicUrl, known })
      if (kind === 'availability' && request.method === 'GET') await noteRead(db, scope, account.id, now)
      return send(request, reply, { ...index, body: () => Readable.from(index.text()) })
    })
    app.get<{ Params: { file: string } }>(
      `${feedsPath}/${kind}/:file`,
      { exposeHeadRoute: true },
      async (request, reply) => {
        const { account, scope, now } = await enter(request)
        const { document, changedAt } = await documentAt(kind, request.params.file, { account, scope, now })
        if (kind === 'availability' && request.method === 'GET')
          await noteServed(
            db,
            scope,
            { accountId: account.id, listingId: document.listingId },
            { nights: servedNights(document.nights), now },
          )
        return send(request, reply, { etag: document.etag, changedAt, body: () => document.text })
      },
    )
  }

  async function documentAt(
    kind: Kind,
    file: string,
    { account, scope, now }: { account: CallingAccount; scope: { workspaceId: string }; now: Date },
  ) {
    const [, listingId] = /^([1-9][0-9]{0,17})\.xml$/.exec(file) ?? []
    const sources = listingId === undefined ? [] : await feedSources(db, scope, account.id, [listingId])
    const [document] = await documentsOf(db, scope, { kind, sources, now })
    if (!document)
      throw new ApiError(
        'not_found',
        'The feeds of this account have no such document.',
        {},
        { fix: `Follow the addresses of the index; one looks like \`${documentPath(kind, '1048')}\`.` },
      )
    const changed = await noteVersions(db, scope, { accountId: account.id, kind }, [document], now)
    return { document, changedAt: changed.get(document.listingId) ?? now }
  }
}

/** Serves feeds to Vrbo. The credentials alone choose the account, and nothing of another account can be reached. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { timingSafeEqual } from 'node:crypto'
import { createAddressOf } from '../../../http/client-address.ts'
import { isKnown } from '../../../http/conditional.ts'
import { createOwnWindows } from '../../../http/limits/own-windows.ts'
import { LineStream, readableOf } from '../../../http/lines.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { targetOf } from '../../../platform/audit.ts'
import type { Services } from '../../../services.ts'
import { assertNightsReconciled } from '../../../upstream/recovery-gate.ts'
import { noteFetched, noteRead, type CallingAccount, accountOfUser } from './account-queries.ts'
import { advertisersPath, documentPath, feedsPath, indexPath } from './addresses.ts'
import { noteServed, noteVersions } from './document-queries.ts'
import { documentsOf } from './documents.ts'
import { feedKinds, type FeedKind } from './feed/facts.ts'
import { renderAdvertisers } from './feed/indexes.ts'
import { indexState, indexText, isIndexUnchanged, refreshIndex } from './index-pages.ts'
import { rememberMaker } from './maker.ts'
import { servedNights } from './served.ts'
import { feedSources } from './source-queries.ts'
import { hashApiKey } from '../../../platform/crypto.ts'
import type { Queryable } from '../../../platform/tenant.ts'

// Who asks for feeds: told by HTTP Basic, and by nothing else.

/** Compared where no account was found, so that the check takes as long. */
const nobody = Buffer.alloc(32)

/** RFC 7617; undefined: the header holds no pair. */
function pairOf(header: string | undefined): { username: string; password: string } | undefined {
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '') ?? []
  if (encoded === undefined || encoded.length > 400) return undefined
  const [, username, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return username === undefined || password === undefined ? undefined : { username, password }
}

/** undefined: the credentials are unknown. */
async function authenticateCaller(
  db: Queryable,
  header: string | undefined,
): Promise<CallingAccount | undefined> {
  const pair = pairOf(header)
  if (!pair) return undefined
  const account = await accountOfUser(db, pair.username)
  const isRight = timingSafeEqual(hashApiKey(pair.password), account?.passwordHash ?? nobody)
  return isRight ? account : undefined
}

const unknownCallerError = () =>
  new ApiError(
    'unauthorized',
    'Feeds are read with the user name and password of an account of Vrbo, by HTTP Basic.',
    {},
    {
      fix: 'Mint a pair with `POST /v1/connect/vrbo`, or rotate the one of the account.',
      headers: { 'www-authenticate': 'Basic realm="Vrbo feeds", charset="UTF-8"' },
    },
  )

/** Requests per minute of one account, and failed logins per minute of one address. */
const readsPerMinute = 1200
const missesPerMinute = 30

type FeedServerDeps = Pick<Services, 'audit' | 'db' | 'clock' | 'config' | 'publicUrl'>

/** Checks the credentials and limits how often an account or address may ask. */
export function createFeedGate({ db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>) {
  const windows = createOwnWindows(clock)
  const addressOf = createAddressOf(config.trustedProxies)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<CallingAccount> => {
    const what = 'Too many wrong pairs from this address'
    const misses = { key: `miss:${addressOf(request.raw)}`, limit: missesPerMinute, what }
    // Valid credentials pass, whatever others at the address tried.
    const account = await authenticateCaller(db, request.headers.authorization)
    if (!account) {
      windows.spend(reply, misses)
      throw unknownCallerError()
    }
    windows.spend(reply, {
      key: `read:${account.id}`,
      limit: readsPerMinute,
      what: `This account asked ${readsPerMinute} times within a minute`,
    })
    return account
  }
}

const lastFetchedStep = 60_000
const xmlType = 'application/xml; charset=utf-8'

const sendHead = (reply: FastifyReply, { etag, changedAt }: { etag: string; changedAt: Date }) =>
  reply.headers({
    etag,
    'last-modified': changedAt.toUTCString(),
    'cache-control': 'private, no-cache',
    vary: 'authorization',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })

async function sendIndex(
  db: FeedServerDeps['db'],
  index: Parameters<typeof indexText>[1] & { account: CallingAccount },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const noteIfRead = async () => {
    if (index.kind === 'availability') await noteRead(db, index.scope, index.account.id, index.now)
  }
  if (request.method === 'HEAD') {
    await refreshIndex(db, index)
    const state = await indexState(db, index)
    const isSame = isKnown(request, state.etag, state.changedAt)
    return sendHead(reply.code(isSame ? 304 : 200), state)
      .type(xmlType)
      .send('')
  }
  const current = await indexState(db, index)
  if (isKnown(request, current.etag, current.changedAt) && (await isIndexUnchanged(db, index))) {
    await noteIfRead()
    return sendHead(reply, current).code(304).send()
  }
  // Reads the first listings before the head is sent; a short index gets the tag of its own text.
  const lines = await LineStream.of(indexText(db, index, noteIfRead))
  return sendHead(reply, await indexState(db, index))
    .type(xmlType)
    .send(readableOf(lines))
}

export async function registerFeedRoutes(app: FastifyInstance, services: FeedServerDeps): Promise<void> {
  const { audit, db, clock } = services
  const admitted = createFeedGate(services)
  const makerOf = rememberMaker(db)

  const enter = async (request: FastifyRequest, reply: FastifyReply) => {
    const account = await admitted(request, reply)
    const now = clock.now()
    const scope = { workspaceId: account.workspaceId }
    const last = account.lastFetchedAt?.getTime() ?? 0
    if (now.getTime() - last >= lastFetchedStep) await noteFetched(db, scope, account.id, now)
    return { account, scope, now }
  }

  app.get(advertisersPath, { exposeHeadRoute: true }, async (request, reply) => {
    const { account, scope } = await enter(request, reply)
    await audit.useOf(scope, targetOf('vrbo_account', account.id), 'vrbo_feed.read')
    const text = renderAdvertisers(account, (kind) => services.publicUrl + indexPath(kind))
    return reply.headers({ 'cache-control': 'private, no-cache' }).type(xmlType).send(text)
  })

  for (const kind of feedKinds) {
    app.get(indexPath(kind), { exposeHeadRoute: true }, async (request, reply) => {
      const { account, scope, now } = await enter(request, reply)
      await assertNightsReconciled(db, scope, null)
      const index = { scope, account, kind, now, publicUrl: services.publicUrl, madeBy: await makerOf() }
      return sendIndex(db, index, request, reply)
    })
    app.get<{ Params: { file: string } }>(
      `${feedsPath}/${kind}/:file`,
      { exposeHeadRoute: true },
      async (request, reply) => {
        const { account, scope, now } = await enter(request, reply)
        const { document, changedAt } = await documentAt(db, kind, request.params.file, {
          account,
          scope,
          now,
        })
        if (kind === 'availability' && request.method === 'GET')
          await noteServed(
            db,
            scope,
            { accountId: account.id, listingId: document.listingId },
            { nights: servedNights(document.nights), now },
          )
        void sendHead(reply, { etag: document.etag, changedAt })
        if (isKnown(request, document.etag, changedAt)) return reply.code(304).send()
        return reply.type(xmlType).send(request.method === 'HEAD' ? '' : document.text)
      },
    )
  }
}

async function documentAt(
  db: FeedServerDeps['db'],
  kind: FeedKind,
  file: string,
  { account, scope, now }: { account: CallingAccount; scope: { workspaceId: string }; now: Date },
) {
  const [, listingId] = /^([1-9][0-9]{0,17})\.xml$/.exec(file) ?? []
  await assertNightsReconciled(db, scope, listingId ?? null)
  const sources = listingId === undefined ? [] : await feedSources(db, scope, account.id, [listingId])
  const [document] = await documentsOf(db, scope, { kind, sources, now })
  if (!document)
    throw new ApiError(
      'not_found',
      'The feeds of this account have no such document.',
      {},
      { fix: `Follow the addresses of the index; one looks like \`${documentPath(kind, '1048')}\`.` },
    )
  const { etag } = document
  const version = { listingId: document.listingId, etag, mark: null, isActive: null }
  const changed = await noteVersions(db, scope, { accountId: account.id, kind }, [version], now)
  return { document, changedAt: changed.get(document.listingId) ?? now }
}

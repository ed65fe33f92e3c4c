/** Fills three workspaces, and sends requests to any route while it records the errors they meet. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { examples } from '../../src/contract/schemas.examples.ts'
import { routes as allRoutes } from '../../src/features/routes.ts'
import {
  startTestApp,
  type TestAnswer,
  type CallOptions,
  type TestApp,
  type TestWorkspace,
} from '../harness/app.ts'
import {
  filledHotel,
  filledIntentKey,
  filledKvKey,
  filledRequestId,
  fillWorkspace,
  type Filled,
  type RecordKind,
  type Records,
} from '../harness/fixtures.ts'

export type AnyRoute = (typeof allRoutes)[number]

/** These are kept for older clients and always refuse; `booking-properties.test.ts` tries them. */
const alwaysRefused = ['listBookingWebhooks', 'createBookingWebhook', 'deleteBookingWebhook']
/** Every published route except links that people open, which redirect or answer in plain words. */
export const routes = allRoutes.filter(
  ({ id, hidden, refusal }) => !hidden && !refusal && !alwaysRefused.includes(id),
)
/** Providers call these, so their paths and bodies are not ours. */
export const callbacks = allRoutes.filter((route) => route.hidden)

/** Path parts that are no record ids. */
const fixedParams = {
  provider: 'hostaway',
  eventType: 'repull.ping',
  entry: filledKvKey,
  intent: filledIntentKey,
  request: filledRequestId,
  channel: 'airbnb',
  // Spelled as in the filled listings.
  city: 'Split',
}

/** The record that a path part names, or the id after a segment; add a line for a new kind of path. */
const kindAfter: Record<string, RecordKind | keyof typeof fixedParams> = {
  listings: 'listing',
  properties: 'listing',
  availability: 'listing',
  reservations: 'reservation',
  guests: 'guest',
  conversations: 'conversation',
  'special-offers': 'offer',
  reviews: 'review',
  webhooks: 'webhook',
  deliveries: 'delivery',
  connections: 'connection',
  runs: 'run',
  sessions: 'session',
  migrations: 'migration',
  connect: 'provider',
  test: 'eventType',
  intents: 'intent',
  kv: 'entry',
  keys: 'apiKey',
  members: 'member',
  'v1/sessions': 'memberSession',
  requests: 'request',
  custom: 'schema',
  plans: 'plan',
  ':channel': 'channel',
  ':code': 'code',
  markets: 'city',
  ':threadId': 'thread',
  ':messageId': 'threadMessage',
  'airbnb/reviews': 'channelReview',
  alterations: 'alteration',
  'ical-feeds': 'feed',
  'ical-exports': 'calendarAddress',
  'vrbo/accounts': 'feedAccount',
}

const isFixed = (kind: string): kind is keyof typeof fixedParams => kind in fixedParams

export interface PathParam {
  name: string
  kind: RecordKind | keyof typeof fixedParams
}

export function pathParams(route: AnyRoute): PathParam[] {
  const parts = route.url.split('/')
  return parts.flatMap((part, i) => {
    if (!part.startsWith(':')) return []
    const before = parts[i - 1] ?? ''
    const kind = kindAfter[part] ?? kindAfter[`${parts[i - 2] ?? ''}/${before}`] ?? kindAfter[before]
    if (!kind) throw new Error(`say in world.ts what the id behind /${before}/ in ${route.url} names`)
    return [{ name: part.slice(1), kind }]
  })
}

export const recordParams = (route: AnyRoute) =>
  pathParams(route).filter((param): param is { name: string; kind: RecordKind } => !isFixed(param.kind))

const isUuidKind = (kind: RecordKind) =>
  ['webhook', 'delivery', 'schema', 'plan', 'member', 'feed', 'calendarAddress'].includes(kind)
export const randomId = (kind: RecordKind) =>
  isUuidKind(kind)
    ? randomUUID()
    : (({ code: 'HMZZZZZZZ9', feedAccount: `lw${'z'.repeat(14)}` } as Record<string, string>)[kind] ??
      '123456789')

export const queryOf = (route: AnyRoute) =>
  (route.query?.properties ?? {}) as Record<string, { type?: string; enum?: unknown[]; pattern?: string }>

/** Booking.com's ids, which match no record here. */
const ofBookingCom = ['property_id', 'hotel_id', 'room_id', 'reservation_id']
const isBookingCom = ({ url }: AnyRoute) =>
  url.startsWith('/v1/channels/booking/') || /\/(publish\/booking|offline|online)$/.test(url)
/** On other routes the property is required, since the request is about it. */
const needsProperty = (route: AnyRoute) =>
  'property_id' in queryOf(route) &&
  (!isBookingCom(route) ||
    (route.query as { required?: string[] } | undefined)?.required?.includes('property_id') === true)

/** Parameters that name a record, with its kind. */
export const idFilters = (route: AnyRoute): { filter: string; kind: RecordKind }[] =>
  Object.keys(queryOf(route)).flatMap((filter) => {
    if (filter === 'offerId') return { filter, kind: 'channelOffer' as const }
    const named = /^(.+)_id$/.exec(filter)?.[1]
    // There are no booking websites here, and an account has its provider's id.
    if (
      named === undefined ||
      named === 'website' ||
      named === 'account' ||
      named === 'payout' ||
      named === 'project'
    )
      return []
    if (isBookingCom(route) && ofBookingCom.includes(filter)) return []
    return { filter, kind: named === 'property' ? 'listing' : (named as RecordKind) }
  })

export const isList = (route: AnyRoute) => route.method === 'GET' && 'cursor' in queryOf(route)

/** Query parameters that a good request needs. */
const neededQuery: Record<string, Record<string, string>> = {
  getAvailability: { from: '2026-07-01', to: '2026-07-03' },
  getListingExposure: { from: '2026-07-01', to: '2026-07-03' },
  getOccupancy: { from: '2026-07-01', to: '2026-07-03' },
  getRevenue: { from: '2026-07-01', to: '2026-07-03' },
  getCleaningRota: { from: '2026-01-01', to: '2026-12-31' },
  getListingPhotoImage: { url: 'https://pictures.example.com/sea.jpg' },
  getQuote: { check_in: '2026-07-01', check_out: '2026-07-03' },
  // Each filled workspace has several accounts of this provider.
  getWritePolicy: { accountId: '64127' },
  updateWritePolicy: { accountId: '64127' },
  deleteKvEntries: { prefix: 'a' },
  getBookingContent: { type: 'settings' },
  updateAirbnbRoom: { roomId: '20400601' },
  deleteAirbnbPhoto: { photoId: '53120044_700500701' },
  deleteAirbnbRoom: { roomId: '20400601' },
}

/** A session's id takes the place of a key here. */
const isOfSession = ({ auth }: AnyRoute) => auth === 'none'

/** The request needs a listing, though no path says so. */
const needsListing = ['getPlumguideAvailability', 'getPlumguidePricing', 'listPlumguideBookings']

/** Returns a body that the route's schema accepts. */
export function bodyOf(route: AnyRoute): object {
  const entry = Object.values(examples).find(({ schema }) => schema === route.body)
  if (!entry) throw new Error(`no example of the body of ${route.id} in src/contract/*.examples.ts`)
  return entry.samples[0] as object
}

/** Returns the body of a good request that may run; undefined if the route takes none. */
export function bodyWith(route: AnyRoute, records: Records): unknown {
  if (!route.body) return undefined
  const body = bodyOf(route)
  if ('confirmation_code' in body) return { ...body, confirmation_code: records.code[0] }
  if ('thread_id' in body) return { ...body, thread_id: records.thread[0] }
  if (isOfSession(route) && 'sessionId' in body) return { ...body, sessionId: records.session[0] }
  if ('reviewId' in body) return { ...body, reviewId: records.channelReview[0] }
  const isByOurId = isBookingCom(route) || route.url.startsWith('/v1/channels/plumguide/')
  if (isByOurId && 'listing_id' in body) return { ...body, listing_id: records.listing[0] }
  if ('listingId' in body) return { ...body, listingId: records.listing[0] }
  return 'listingIds' in body ? { ...body, listingIds: records.listing.slice(0, 1), active: true } : body
}

export function urlOf(
  route: AnyRoute,
  ids: (kind: RecordKind, name: string) => string | undefined,
  { query = {}, provider = 'hostaway' }: { query?: Record<string, string>; provider?: string } = {},
): string {
  const filled = pathParams(route).reduce(
    (url, { name, kind }) =>
      url.replace(`:${name}`, isFixed(kind) ? { ...fixedParams, provider }[kind] : (ids(kind, name) ?? '1')),
    route.url,
  )
  const named = {
    ...(needsProperty(route)
      ? { property_id: isBookingCom(route) ? filledHotel : (ids('listing', 'property_id') ?? '1') }
      : {}),
    ...(needsListing.includes(route.id) ? { listing_id: ids('listing', 'listing_id') ?? '1' } : {}),
    ...('offerId' in queryOf(route) ? { offerId: ids('channelOffer', 'offerId') ?? '1' } : {}),
    ...(isOfSession(route) && 'sessionId' in queryOf(route)
      ? { sessionId: ids('session', 'sessionId') ?? '1' }
      : {}),
  }
  const search = new URLSearchParams({ ...neededQuery[route.id], ...named, ...query }).toString()
  return search ? `${filled}?${search}` : filled
}

export const firstOf = (records: Records) => (kind: RecordKind) => records[kind][0]

const everyHeader = [
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-ratelimit-policy',
  'x-ratelimit-reset-daily',
  'ratelimit',
  'ratelimit-policy',
]

export interface ScenarioRequest {
  records?: Records
  ids?: (kind: RecordKind, name: string) => string | undefined
  query?: Record<string, string>
  provider?: string
  call?: CallOptions
}

export interface World {
  t: TestApp
  own: TestWorkspace & Filled & { sandboxRecords: Filled }
  foreign: TestWorkspace & Filled
  child: TestWorkspace & Filled
  /** Calls a route, checks what all answers must have, and records the error code. */
  ask(route: AnyRoute, asked?: ScenarioRequest): Promise<TestAnswer & { url: string }>
  /** Every error met so far, as `<route id> <code>`. */
  seen: Set<string>
}

export function assertEnvelope(
  answer: TestAnswer,
  status: number,
  code: string,
  about: string,
): Record<string, unknown> {
  const error = answer.body?.['error'] as unknown as Record<string, unknown> | undefined
  assert.equal(`${answer.status} ${String(error?.['code'])}`, `${status} ${code}`, `${about}: ${answer.text}`)
  for (const field of ['message', 'docs_url', 'fix', 'request_id']) {
    assert.ok(
      typeof error?.[field] === 'string' && error[field] !== '',
      `${about}: no ${field} in ${answer.text}`,
    )
  }
  assert.equal(error?.['docs_url'], `http://lodgewire.test/docs/errors/${code}`)
  assert.equal(error?.['request_id'], answer.headers['x-request-id'], about)
  return error ?? {}
}

export async function makeWorld(
  env: Record<string, string> = {},
  options: Omit<Parameters<typeof startTestApp>[0], 'env'> = {},
): Promise<World> {
  const t = await startTestApp({ env: { BURST_LIMIT: '1000000', ...env }, ...options })
  const [foreign, child] = [await t.addWorkspace(), await t.addWorkspace({ parentId: t.workspace.id })]
  const world = {
    t,
    own: {
      ...t.workspace,
      ...(await fillWorkspace(t.db, t.workspace.live)),
      sandboxRecords: await fillWorkspace(t.db, t.workspace.sandbox),
    },
    foreign: { ...foreign, ...(await fillWorkspace(t.db, foreign.live)) },
    child: { ...child, ...(await fillWorkspace(t.db, child.live)) },
    seen: new Set<string>(),
  }
  async function ask(
    route: AnyRoute,
    { records, ids, query = {}, provider = 'hostaway', call }: ScenarioRequest = {},
  ): Promise<TestAnswer & { url: string }> {
    const url = urlOf(route, ids ?? firstOf(records ?? world.own.active), { query, provider })
    const answer = await t.call(route.method, url, call)
    const about = `${route.method} ${url}`
    assert.notEqual(answer.status, 500, `${about}: ${answer.text}`)
    for (const header of everyHeader) assert.ok(answer.headers[header], `${about} has no ${header}`)
    const code = answer.body?.['error']?.['code']
    assert.equal(answer.status >= 400, code !== undefined, `${about}: ${answer.text}`)
    if (code !== undefined) world.seen.add(`${route.id} ${String(code)}`)
    return { ...answer, url }
  }
  return { ...world, ask }
}

export const keyed = routes.filter((route) => route.auth !== 'none')
/** They always ask the channel or the host of a photo, and these loops have none. */
export const liveReads: readonly string[] = [
  'getListingPhotoImage',
  'getAirbnbOffer',
  'getBookingAvailability',
  'getBookingPricing',
  'getBookingCharges',
  'getBookingContent',
  'listBookingRooms',
  'listBookingReservations',
]
/** They answer a member's session and no key. */
export const ofSessions: readonly string[] = ['getOwnMember']
export const lists = routes.filter(isList)

/** They switch listings, so they answer for inactive ones too; guests are forgotten and exported everywhere. */
export const switches: readonly string[] = ['updateListing', 'deleteListing', 'forgetGuest', 'exportGuest']

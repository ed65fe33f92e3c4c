/**
 * Every write with ids of others, in its path, its parameters, its body and `X-Account-Id`: the answer is that to an id
 * which nobody has, and nothing of the others is changed.
 */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { TSchema } from 'typebox'
import type { Answer } from '../harness/app.ts'
import { makerOf, type RecordKind, type Records } from '../harness/fixtures.ts'
import { rowsOf, tenantTables } from '../harness/rows.ts'
import {
  bodyWith,
  firstOf,
  keyed,
  makeWorld,
  queryOf,
  randomId,
  recordParams,
  type AnyRoute,
} from './world.ts'

const world = await makeWorld()
const { t, ask, own, foreign, child } = world
after(() => t.close())

/** An account that only the others have, by the vendor's id. */
const theirAccount = '5550001'
const pathOfPicture = (workspaceId: string, listingId: string) =>
  `${workspaceId}/photos/${listingId}-Jw3kT0.jpg`

interface Named {
  /** What the field names; `account`: an account as the vendor calls it; `text`: nothing that is kept here. */
  kind: RecordKind | 'account' | 'picture' | 'text'
  /** A list of them. */
  many?: true
}

/** Fields of bodies and parameters that name something. A new one is one line here. */
const named: Record<string, Named> = {
  listingId: { kind: 'listing' },
  listingIds: { kind: 'listing', many: true },
  feedIds: { kind: 'feed', many: true },
  propertyIds: { kind: 'listing', many: true },
  guestId: { kind: 'guest' },
  reviewId: { kind: 'channelReview' },
  sessionId: { kind: 'session' },
  thread_id: { kind: 'thread' },
  // Another spelling: together with the first it is refused, by itself it is read like it.
  threadId: { kind: 'text' },
  offerId: { kind: 'channelOffer' },
  listing_id: { kind: 'listing' },
  // A listing as Airbnb calls it, looked for in the account of the thread or the booking.
  airbnb_listing_id: { kind: 'text' },
  // An account as Airbnb calls it, looked for among those of the workspace.
  account_id: { kind: 'text' },
  accountId: { kind: 'account' },
  connectionId: { kind: 'connection' },
  connectionIds: { kind: 'connection', many: true },
  path: { kind: 'picture' },
  // Looked for among the units of the listing, which has to be one's own.
  unitId: { kind: 'text' },
  // A property at a channel, as the listing's own links name it.
  hotelId: { kind: 'text' },
  // A listing and a host as Airbnb calls them, looked for among the workspace's own connections.
  airbnbId: { kind: 'text' },
  hostId: { kind: 'text' },
  roomBookingId: { kind: 'text' },
  // A link, looked for among those of the listing.
  airbnbConnectionId: { kind: 'text' },
  photo_ids: { kind: 'text' },
  photo_id: { kind: 'text' },
  photoId: { kind: 'text' },
  // What Booking.com calls its properties, rooms and rates, looked for among the workspace's own connections.
  property_id: { kind: 'text' },
  reservation_ids: { kind: 'text' },
  conversation_id: { kind: 'conversation' },
  // Within `input`: test/ai/scope.test.ts.
  conversationId: { kind: 'conversation' },
  // What a caller calls its own call of a model.
  request_id: { kind: 'text' },
  review_id: { kind: 'review' },
  hotel_id: { kind: 'text' },
  room_id: { kind: 'text' },
  legal_entity_id: { kind: 'text' },
  roomId: { kind: 'text' },
  rateId: { kind: 'text' },
  // What a caller calls its own project.
  project_id: { kind: 'text' },
  // A credential.
  clientId: { kind: 'text' },
}

/** The same of one route, where the name stands for something else. */
const namedBy: Record<string, Named> = {
  'makeAirbnbOffer listing_id': { kind: 'text' },
  // Ours for Vrbo, looked for among those of the workspace.
  'mapVrboListing accountId': { kind: 'text' },
}
const namedIn = (route: AnyRoute, field: string): Named =>
  namedBy[`${route.id} ${field}`] ?? named[field] ?? { kind: 'text' }

/** Answers to an id that nobody has, other than 404: `<route id> <field>`. */
const otherAnswers: Record<string, number> = {
  // The channel of the conversation is asked for first, and takes no offers for any listing.
  'sendSpecialOffer listingId': 422,
  'previewSpecialOffer listingId': 422,
  // The account is asked for first, and is not connected.
  'requestAirbnbAlteration listing_id': 409,
}

const isNaming = (field: string) => /(Ids?|_ids?)$/.test(field) || field === 'path'
const fieldsOf = (schema: TSchema | undefined) =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})

/** Names of fields at any depth, with the way to them. */
function namingFields(schema: unknown, way = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const {
    properties = {},
    items,
    anyOf = [],
  } = schema as {
    properties?: Record<string, unknown>
    items?: unknown
    anyOf?: unknown[]
  }
  const own = Object.entries(properties).flatMap(([name, value]) => [
    ...(isNaming(name) ? [way + name] : []),
    ...namingFields(value, `${way}${name}.`),
  ])
  return [...own, ...namingFields(items, way), ...anyOf.flatMap((one) => namingFields(one, way))]
}

const writes = keyed.filter(({ method, sandboxOnly }) => method !== 'GET' && !sandboxOnly)

interface Stranger {
  id: string
  records: Records
}

const strangers: Record<string, Stranger> = {
  'another workspace': { id: foreign.id, records: foreign.active },
  'a child workspace': { id: child.id, records: child.active },
  'the sandbox of the same workspace': { id: own.sandbox.workspaceId, records: own.sandboxRecords.active },
}

for (const { id, records } of Object.values(strangers)) {
  await makerOf(t.db, { workspaceId: id }).account(theirAccount)
  const [listing = ''] = records.listing
  await sql`
    insert into listing_files (workspace_id, path, listing_id, content_type, size, created_at)
    values (${id}, ${pathOfPicture(id, listing)}, ${listing}, 'image/jpeg', 1, now())`.execute(t.db)
}

// What lines of theirs left to be counted is added up by whoever comes next.
const tables = (await tenantTables(t.db)).filter((name) => !/^audit_(changes|counts)$/.test(name))
const rowsOfOthers = () =>
  rowsOf(
    t.db,
    Object.values(strangers).map(({ id }) => id),
    tables,
  )
const held = await rowsOfOthers()

/** What is said about an id, without the id; one that looks like a key is not repeated at all. */
const withoutId = ({ status, text }: Answer, id: string) => ({
  status,
  text: text
    .replaceAll(/"request_id":"[^"]+"/g, '')
    .replaceAll('"[hidden]"', '"<id>"')
    .replaceAll(new RegExp(`(?<![\\w+:-])${id}(?![\\w:-])`, 'g'), '<id>'),
})

async function assertAlike(found: Answer, missing: Answer, ids: [string, string], status: number) {
  assert.equal(missing.status, status, missing.text)
  assert.deepEqual(withoutId(found, ids[0]), withoutId(missing, ids[1]))
  assert.deepEqual(await rowsOfOthers(), held, 'rows of others')
}

/** An id of theirs, and one that nobody has. */
function pair(kind: Exclude<Named['kind'], 'text'>, { id, records }: Stranger): [string, string] {
  if (kind === 'account') return [theirAccount, '5559999']
  if (kind !== 'picture') return [records[kind][0] ?? '', randomId(kind)]
  const [listing = ''] = records.listing
  return [pathOfPicture(id, listing), pathOfPicture(id, randomId('listing'))]
}

const mine = firstOf(own.active)

it('names what every field of a body stands for', () => {
  assert.ok(tables.length > 30 && Object.values(held).some((rows) => !rows.startsWith('0 ')))
  const unnamed = writes.flatMap((route) =>
    [...namingFields(route.body), ...namingFields(route.query)]
      .filter((field) => !((field.split('.').at(-1) ?? '') in named))
      .map((field) => `${route.id}: say in \`named\` of foreign-writes.test.ts what ${field} names`),
  )
  assert.deepEqual(unnamed, [])
})

describe('ids of others in writes', () => {
  for (const route of writes) {
    for (const [whose, stranger] of Object.entries(strangers)) {
      for (const { name, kind } of recordParams(route)) {
        it(`${route.id}: of ${whose} in the path as ${name}`, async () => {
          const ids = pair(kind, stranger)
          const at = (id: string) =>
            ask(route, {
              ids: (other, param) => (param === name ? id : mine(other)),
              call: { body: bodyWith(route, own.active) },
            })
          await assertAlike(await at(ids[0]), await at(ids[1]), ids, 404)
        })
      }

      for (const name of fieldsOf(route.query).filter(isNaming)) {
        const { kind } = namedIn(route, name)
        if (kind === 'text') continue
        it(`${route.id}: of ${whose} as the parameter ${name}`, async () => {
          const ids = pair(kind, stranger)
          const at = (id: string) =>
            ask(route, { query: { [name]: id }, call: { body: bodyWith(route, own.active) } })
          await assertAlike(
            await at(ids[0]),
            await at(ids[1]),
            ids,
            otherAnswers[`${route.id} ${name}`] ?? 404,
          )
        })
      }

      for (const name of fieldsOf(route.body).filter(isNaming)) {
        const { kind, many } = namedIn(route, name)
        if (kind === 'text') continue
        it(`${route.id}: of ${whose} in the body as ${name}`, async () => {
          const ids = pair(kind, stranger)
          const body = bodyWith(route, own.active) as object
          // Among ids of one's own, it is not overlooked.
          const value = (id: string) => (many ? [mine(kind === 'feed' ? kind : 'listing'), id] : id)
          const at = (id: string) => ask(route, { call: { body: { ...body, [name]: value(id) } } })
          await assertAlike(
            await at(ids[0]),
            await at(ids[1]),
            ids,
            otherAnswers[`${route.id} ${name}`] ?? 404,
          )
        })
      }

      it(`${route.id}: of ${whose} as X-Account-Id`, async () => {
        if (!isHarmless(route)) return
        const ids = pair('connection', stranger)
        const at = (id: string) =>
          ask(route, {
            ...('dry_run' in queryOf(route) ? { query: { dry_run: 'true' } } : {}),
            call: { body: bodyWith(route, own.active), headers: { 'x-account-id': id } },
          })
        const [found, missing] = [await at(ids[0]), await at(ids[1])]
        await assertAlike(found, missing, ids, 404)
      })
    }
  }
})

/** Can be sent twice with the same answer. */
const isHarmless = (route: AnyRoute) => route.write === false || 'dry_run' in queryOf(route)

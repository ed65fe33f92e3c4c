/**
 * Sends every write with foreign ids in path, parameters, body and `X-Account-Id`. The answer must be that to an
 * unknown id, and foreign rows must not change.
 */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { TSchema } from 'typebox'
import type { TestAnswer } from '../harness/app.ts'
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

/** The vendor's id of an account that only the others have. */
const theirAccount = '5550001'
const pathOfPicture = (workspaceId: string, listingId: string) =>
  `${workspaceId}/photos/${listingId}-Jw3kT0.jpg`

interface Named {
  /** What the field names: `account` is a vendor's id of an account, `text` nothing that is stored here. */
  kind: RecordKind | 'account' | 'picture' | 'text'
  /** The field is a list. */
  many?: true
}

/** Body fields and parameters that name something; add a line for a new one. */
const named: Record<string, Named> = {
  listingId: { kind: 'listing' },
  listingIds: { kind: 'listing', many: true },
  feedIds: { kind: 'feed', many: true },
  propertyIds: { kind: 'listing', many: true },
  guestId: { kind: 'guest' },
  reviewId: { kind: 'channelReview' },
  sessionId: { kind: 'session' },
  thread_id: { kind: 'thread' },
  // Another spelling of the first: refused together with it, read like it alone.
  threadId: { kind: 'text' },
  offerId: { kind: 'channelOffer' },
  listing_id: { kind: 'listing' },
  // Airbnb's id of a listing, looked up in the account of the thread or booking.
  airbnb_listing_id: { kind: 'text' },
  // Airbnb's id of an account, looked up in the workspace.
  account_id: { kind: 'text' },
  accountId: { kind: 'account' },
  connectionId: { kind: 'connection' },
  connectionIds: { kind: 'connection', many: true },
  path: { kind: 'picture' },
  // Looked up among the listing's units, and the listing must be the caller's.
  unitId: { kind: 'text' },
  // A channel's property, looked up in the listing's own links.
  hotelId: { kind: 'text' },
  // Airbnb's ids of a listing and a host, looked up in the workspace's own connections.
  airbnbId: { kind: 'text' },
  hostId: { kind: 'text' },
  roomBookingId: { kind: 'text' },
  // A link, looked up among those of the listing.
  airbnbConnectionId: { kind: 'text' },
  photo_ids: { kind: 'text' },
  photo_id: { kind: 'text' },
  photoId: { kind: 'text' },
  // Booking.com's ids of properties, rooms and rates, looked up in the workspace's own connections.
  property_id: { kind: 'text' },
  reservation_ids: { kind: 'text' },
  conversation_id: { kind: 'conversation' },
  reservation_id: { kind: 'reservation' },
  // Within `input`: test/ai/scope.test.ts.
  conversationId: { kind: 'conversation' },
  // The caller's own id of a model call.
  request_id: { kind: 'text' },
  review_id: { kind: 'review' },
  hotel_id: { kind: 'text' },
  room_id: { kind: 'text' },
  legal_entity_id: { kind: 'text' },
  roomId: { kind: 'text' },
  rateId: { kind: 'text' },
  // The caller's own id of a project.
  project_id: { kind: 'text' },
  // A credential.
  clientId: { kind: 'text' },
}

/** The same for one route, if the name means something else there. */
const namedBy: Record<string, Named> = {
  'makeAirbnbOffer listing_id': { kind: 'text' },
  // Our account for Vrbo, looked up in the workspace.
  'mapVrboListing accountId': { kind: 'text' },
}
const namedIn = (route: AnyRoute, field: string): Named =>
  namedBy[`${route.id} ${field}`] ?? named[field] ?? { kind: 'text' }

/** Answers to an unknown id other than 404, by `<route id> <field>`. */
const otherAnswers: Record<string, number> = {
  // The conversation's channel is checked first, and it takes no offers at all.
  'sendSpecialOffer listingId': 422,
  'previewSpecialOffer listingId': 422,
  // The account is checked first, and is not connected.
  'requestAirbnbAlteration listing_id': 409,
  // A plan of a booking takes none of these; test/plans/plans.test.ts tries them with their kinds.
  'createPlan listing_id': 400,
  'createPlan reservation_id': 400,
  'createPlan conversation_id': 400,
  // The nights of the example are booked by then.
  'createPlan guestId': 409,
}

const isNaming = (field: string) => /(Ids?|_ids?)$/.test(field) || field === 'path'
const fieldsOf = (schema: TSchema | undefined) =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})

/** Returns field names at any depth, with their paths. */
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

// The next caller adds up counts that foreign lines left, so these tables may change.
const tables = (await tenantTables(t.db)).filter((name) => !/^audit_(changes|counts)$/.test(name))
const rowsOfOthers = () =>
  rowsOf(
    t.db,
    Object.values(strangers).map(({ id }) => id),
    tables,
  )
const held = await rowsOfOthers()

/** Removes the id from an answer; ids that look like keys are never repeated. */
const withoutId = ({ status, text }: TestAnswer, id: string) => ({
  status,
  text: text
    .replaceAll(/"request_id":"[^"]+"/g, '')
    .replaceAll('"[hidden]"', '"<id>"')
    .replaceAll(new RegExp(`(?<![\\w+:-])${id}(?![\\w:-])`, 'g'), '<id>'),
})

async function assertAlike(found: TestAnswer, missing: TestAnswer, ids: [string, string], status: number) {
  assert.equal(missing.status, status, missing.text)
  assert.deepEqual(withoutId(found, ids[0]), withoutId(missing, ids[1]))
  assert.deepEqual(await rowsOfOthers(), held, 'rows of others')
}

/** Returns a foreign id and an unknown one. */
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
          // A foreign id among own ones must not be overlooked.
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

/** Whether it can be sent twice with the same answer. */
const isHarmless = (route: AnyRoute) => route.write === false || 'dry_run' in queryOf(route)

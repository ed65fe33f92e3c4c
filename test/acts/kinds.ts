/** How every kind of act is asked for, and where it shows that it was recorded. A kind without a row does not compile. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { roomTypes } from '../../src/contract/channel-content/rooms.ts'
import type { ActKind } from '../../src/upstream/acts/public.ts'
import type { TestAnswer } from '../harness/app.ts'
import type { RelayWorld } from '../messages/relay-world.ts'
import type { WrittenKind } from '../messages/relay-vendor.ts'
import { newNights } from './vendor.ts'

export interface ActKindCase {
  /** What the vendor is asked to do. */
  written: WrittenKind
  /** What has to be there before, without trouble. */
  prepare?(world: RelayWorld, trial: number): Promise<unknown>
  /** The same request for the same trial. */
  send(world: RelayWorld, trial: number, key: string): Promise<TestAnswer>
  /** How often it stands here. */
  here(world: RelayWorld, trial: number): Promise<number>
  /** Setting it again is as good as setting it once; what is not done is asked for again by another request. */
  isSetting?: true
}

const count = async ({ app }: RelayWorld, found: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${found}`.execute(app.db)
  return rows[0]?.count ?? 0
}

/** By the vendor's id, one of ours. */
async function idOf(world: RelayWorld, table: 'reservations' | 'reviews', externalId: string) {
  return (await world.ids(table))[externalId] ?? ''
}

const reservation = async (world: RelayWorld, name: string) =>
  `/v1/reservations/${await idOf(world, 'reservations', name)}`
const thread = (world: RelayWorld, trial: number, rest: string) =>
  `/v1/conversations/${world.threads[`thread${trial}`]}/${rest}`
const stays = (world: RelayWorld, where: ReturnType<typeof sql>) =>
  count(world, sql`reservations where ${where}`)
const inquiries = (world: RelayWorld, trial: number, status: string) =>
  count(world, sql`inquiries where external_id = ${`J${trial}`} and status = ${status}`)

const guest = (trial: number) => ({
  firstName: 'Ada',
  lastName: `Trial${trial}`,
  email: `trial${trial}@example.com`,
})
const terms = { checkIn: '2026-10-01', checkOut: '2026-10-05', guests: { adults: 2 }, totalPrice: 480 }
const offer = (world: RelayWorld, trial: number, key: string) =>
  world.write('POST', thread(world, trial, 'special-offers'), terms, key)
const offers = (world: RelayWorld, trial: number, status: string) =>
  count(
    world,
    sql`special_offers o join inquiries i on i.workspace_id = o.workspace_id and i.id = o.inquiry_id
      where i.external_id = ${`J${trial}`} and o.status = ${status}`,
  )
const content = async (world: RelayWorld, body: object, key: string) =>
  world.write('PUT', `/v1/listings/${(await world.ids('listings'))['A']}/content`, body, key)
const photo = (trial: number) => `https://photos.example.com/${trial}.jpg`

/** Only Airbnb's own routes change bookings so: the vendor is taken for Airbnb. */
async function asAirbnb({ app, vendor }: RelayWorld): Promise<void> {
  const { services } = app
  services.connectors = { ...services.connectors, airbnb: vendor.fake.connector }
  await sql`update connections set provider = 'airbnb'`.execute(app.db)
}
const alterations = '/v1/channels/airbnb/alterations'
const changes = (world: RelayWorld, trial: number, where: ReturnType<typeof sql>) =>
  count(
    world,
    sql`reservation_alterations a join reservations r on r.workspace_id = a.workspace_id and r.id = a.reservation_id
      where r.external_id = ${`own${trial}`} and ${where}`,
  )

const roomsOf = async (world: RelayWorld) =>
  `/v1/channels/airbnb/listings/${(await world.ids('listings'))['A']}/rooms`
/** By trial. */
const roomToRemove: Record<number, string> = {}

/**
 * What is built at a channel, by markers of its own: `booking-setup` and `airbnb-creation` of `test/channels` lose its answers. And what
 * a channel changes by a preview of its own, or gives no way to look for: `vrbo-changes` does the same for it.
 */
export const builtKinds = [
  'invite_partner',
  'create_property',
  'create_property_unit',
  'add_property_unit',
  'create_channel_listing',
  'change_reservation',
  'refund_reservation',
] as const satisfies ActKind[]

export const rows: Record<Exclude<ActKind, (typeof builtKinds)[number]>, ActKindCase> = {
  request_alteration: {
    written: 'alteration',
    prepare: asAirbnb,
    async send(world, trial, key) {
      const path = await reservation(world, `own${trial}`)
      const { confirmationCode } = (await world.app.get(path)).body
      const body = { confirmation_code: confirmationCode, number_of_guests: 3 }
      return world.write('POST', alterations, body, key)
    },
    here: (world, trial) => changes(world, trial, sql`a.initiator = 'host'`),
  },
  answer_alteration: {
    written: 'alteration',
    prepare: asAirbnb,
    async send(world, trial, key) {
      const { rows: asked } = await sql<{ id: string }>`
        select id from reservation_alterations where external_id = ${`C${trial}`}`.execute(world.app.db)
      return world.write('POST', `${alterations}/${asked[0]?.id}/accept`, undefined, key)
    },
    here: (world, trial) => changes(world, trial, sql`a.initiator = 'guest' and a.status = 'accepted'`),
  },
  add_channel_content: {
    written: 'room',
    prepare: asAirbnb,
    async send(world, trial, key) {
      return world.write(
        'POST',
        await roomsOf(world),
        { room_number: trial, room_type: roomTypes[trial - 1] },
        key,
      )
    },
    here: (world, trial) =>
      count(
        world,
        sql`channel_content c cross join lateral jsonb_array_elements(c.content) r
          where c.section = 'rooms' and r->>'roomType' = ${roomTypes[trial - 1]}`,
      ),
  },
  remove_channel_content: {
    written: 'removal',
    async prepare(world, trial) {
      await asAirbnb(world)
      const url = await roomsOf(world)
      const body = { room_number: 1, room_type: roomTypes[0] }
      const made = await world.write('POST', url, body, `to be removed ${trial}`)
      assert.equal(made.status, 201, made.text)
      roomToRemove[trial] = (made.body['data'] as { roomId: string }).roomId
    },
    send: async (world, trial, key) =>
      world.write('DELETE', `${await roomsOf(world)}?roomId=${roomToRemove[trial]}`, undefined, key),
    here: async (world, trial) =>
      1 -
      (await count(
        world,
        sql`channel_content c cross join lateral jsonb_array_elements(c.content) r
          where c.section = 'rooms' and r->>'roomId' = ${roomToRemove[trial]}`,
      )),
  },
  create_reservation: {
    written: 'booking',
    async send(world, trial, key) {
      const listingId = (await world.ids('listings'))['A']
      const body = { listingId, ...newNights(trial), guest: guest(trial), adults: 2, totalPrice: 100 }
      return world.write('POST', '/v1/reservations', body, key)
    },
    here: (world, trial) => stays(world, sql`check_in = ${newNights(trial).checkIn}::date`),
  },
  modify_reservation: {
    written: 'booking',
    send: async (world, trial, key) =>
      world.write('PATCH', await reservation(world, `own${trial}`), { guestCount: 3 }, key),
    here: (world, trial) => stays(world, sql`external_id = ${`own${trial}`} and occupancy->>'adults' = '3'`),
  },
  cancel_reservation: {
    written: 'booking',
    send: async (world, trial, key) =>
      world.write('POST', `${await reservation(world, `own${trial}`)}/cancel`, {}, key),
    here: (world, trial) => stays(world, sql`external_id = ${`own${trial}`} and status = 'cancelled'`),
  },
  accept_request: {
    written: 'booking',
    send: async (world, trial, key) =>
      world.write('POST', `${await reservation(world, `ask${trial}`)}/accept`, undefined, key),
    here: (world, trial) => stays(world, sql`external_id = ${`ask${trial}`} and status = 'confirmed'`),
  },
  decline_request: {
    written: 'booking',
    send: async (world, trial, key) =>
      world.write(
        'POST',
        `${await reservation(world, `ask${trial}`)}/decline`,
        { reason: 'other', message: 'Sorry.' },
        key,
      ),
    here: (world, trial) => stays(world, sql`external_id = ${`ask${trial}`} and status = 'cancelled'`),
  },
  pre_approve: {
    written: 'preApproval',
    send: (world, trial, key) => world.write('POST', thread(world, trial, 'pre-approval'), undefined, key),
    here: (world, trial) => inquiries(world, trial, 'pre_approved'),
  },
  send_offer: {
    written: 'offer',
    send: offer,
    here: (world, trial) => offers(world, trial, 'active'),
  },
  withdraw_offer: {
    written: 'withdraw',
    prepare: (world, trial) => offer(world, trial, `offer ${trial}`),
    async send(world, trial, key) {
      const { rows: made } = await sql<{ id: string }>`
        select o.id from special_offers o
        join inquiries i on i.workspace_id = o.workspace_id and i.id = o.inquiry_id
        where i.external_id = ${`J${trial}`}`.execute(world.app.db)
      return world.write('DELETE', thread(world, trial, `special-offers/${made[0]?.id}`), undefined, key)
    },
    here: (world, trial) => offers(world, trial, 'withdrawn'),
  },
  reply_to_review: {
    written: 'reply',
    send: async (world, trial, key) =>
      world.write(
        'POST',
        `/v1/reviews/${await idOf(world, 'reviews', `V${trial}`)}/reply`,
        { message: 'Thank you!' },
        key,
      ),
    here: (world, trial) =>
      count(world, sql`reviews where external_id = ${`V${trial}`} and response_body = 'Thank you!'`),
  },
  review_guest: {
    written: 'guestReview',
    send: async (world, trial, key) =>
      world.write(
        'POST',
        `/v1/reviews/${await idOf(world, 'reviews', `W${trial}`)}/guest-review`,
        {
          publicReview: 'Left it tidy.',
          isRevieweeRecommended: true,
          categoryRatings: ['cleanliness', 'communication', 'respect_house_rules'].map((category) => ({
            category,
            rating: 5,
          })),
        },
        key,
      ),
    here: (world, trial) =>
      count(world, sql`reviews where external_id = ${`W${trial}`} and submitted_at is not null`),
  },
  create_guest: {
    written: 'guest',
    send: (world, trial, key) =>
      world.write('POST', '/v1/guests', { ...guest(trial), provider: 'acme' }, key),
    here: (world, trial) => count(world, sql`guest_contacts where value = ${`trial${trial}@example.com`}`),
  },
  write_listing: {
    written: 'content',
    send: (world, trial, key) => content(world, { title: `House ${trial}` }, key),
    here: (world, trial) => count(world, sql`listings where public_name = ${`House ${trial}`}`),
    isSetting: true,
  },
  add_photo: {
    written: 'content',
    send: (world, trial, key) => content(world, { photos: [photo(trial)], photosMode: 'append' }, key),
    here: (world, trial) =>
      count(
        world,
        sql`listings l cross join lateral jsonb_array_elements(l.photos) p where p->>'url' = ${photo(trial)}`,
      ),
  },
  send_message: {
    written: 'message',
    send: (world, trial, key) =>
      world.write('POST', thread(world, trial, 'messages'), { message: `Hello ${trial}.` }, key),
    here: (world, trial) => count(world, sql`messages where body = ${`Hello ${trial}.`}`),
  },
}

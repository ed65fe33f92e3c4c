import { Type } from 'typebox'
import type { Static } from 'typebox'
import { id, integer, record, text, timestamp } from './fields.ts'

export const FixtureRef = record({
  ref: text('Name of the fixture; the same after every seeding.', { examples: ['sbx-listing-oceanview'] }),
  id: id('Its synthetic id, at least 900000000.'),
})
export type FixtureRef = Static<typeof FixtureRef>

/** Answer of `POST /v1/sandbox/seed`. */
export const SandboxSeedResult = record({
  customerId: id('The workspace of the sandbox.'),
  seededAt: timestamp('When the fixtures were written.'),
  listings: Type.Array(FixtureRef),
  reservations: Type.Array(FixtureRef, {
    description: 'Five: one created, one modified, one cancelled, one with changed dates, one pending.',
  }),
  connections: Type.Array(FixtureRef, { description: 'Two: one Airbnb and one Booking.com account.' }),
})
export type SandboxSeedResult = Static<typeof SandboxSeedResult>

/** Answer of `POST /v1/sandbox/reset`. */
export const SandboxResetResult = record({
  customerId: id('The workspace of the sandbox.'),
  resetAt: timestamp('When the sandbox was emptied.'),
  deleted: record({
    listings: integer('Listings deleted.', { minimum: 0 }),
    reservations: integer('Reservations deleted.', { minimum: 0 }),
    connections: integer('Connections deleted.', { minimum: 0 }),
  }),
})
export type SandboxResetResult = Static<typeof SandboxResetResult>

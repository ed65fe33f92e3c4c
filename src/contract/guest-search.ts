/** The search looks for a person in all of a workspace's records. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { id, integer, record, text, timestamp } from './fields.ts'

const name = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }))

/** Body of `POST /v1/guests/search`. */
export const GuestSearchBody = record({
  firstName: name('First name; looked for together with the last name only.'),
  lastName: name('Last name; looked for together with the first name only.'),
  emails: Type.Optional(
    Type.Array(Type.String({ format: 'email', maxLength: 320 }), {
      maxItems: 10,
      description: 'E-mail addresses, in capitals or not.',
      examples: [['ada@example.com']],
    }),
  ),
  phones: Type.Optional(
    Type.Array(Type.String({ minLength: 5, maxLength: 40 }), {
      maxItems: 10,
      description: 'Phone numbers of five digits or more, however they are written.',
      examples: [['+44 20 7946 0958']],
    }),
  ),
})
export type GuestSearchBody = Static<typeof GuestSearchBody>

/** Answer of `POST /v1/guests/search`. */
export const GuestSearch = record({
  searchedAt: timestamp('When the search began.'),
  tables: integer('How many tables were searched, in every column of text.', { minimum: 0, examples: [69] }),
  rows: integer('In how many rows the person stands.', { minimum: 0, examples: [0] }),
  found: Type.Array(
    record({
      table: text('Name of the table.', { examples: ['kv_entries'] }),
      rows: integer('How many of its rows.', { minimum: 1 }),
    }),
    { description: 'Where, by the name of the table; empty: nowhere.' },
  ),
  guestIds: Type.Array(id('Id of a guest.'), {
    maxItems: 100,
    description: 'Guests who have one of these addresses or numbers, or the name: the first hundred.',
  }),
})
export type GuestSearch = Static<typeof GuestSearch>

import type { Static } from 'typebox'
import { id, integer, record, timestamp } from './fields.ts'

const rows = (description: string) => integer(description, { minimum: 0, examples: [1] })

/** Answer of `POST /v1/guests/{id}/forget`. */
export const GuestForgotten = record({
  id: id('Id of the guest.'),
  forgottenAt: timestamp('When the guest was forgotten; a second time changes nothing.'),
  erased: record(
    {
      contacts: rows('Addresses and numbers, deleted.'),
      guests: rows('The guest’s own row, emptied.'),
      reservations: rows('Stays that no longer show who came.'),
      conversations: rows('Threads whose subject and preview are gone.'),
      messages: rows('Messages whose text, sender and files are gone.'),
      offers: rows('Special offers whose message is gone.'),
      reviews: rows('Reviews whose names and texts are gone.'),
      history: rows('Lines of the history of these records.'),
      events: rows('Events, their copies for the parent workspace included.'),
      deliveries: rows('What receivers answered to these events.'),
      answers: rows('Kept answers of requests with an `Idempotency-Key`.'),
      acts: rows('Writes to providers.'),
      failures: rows('Records that could not be stored, and errors of sync runs.'),
      transactions: rows('Lines of payments whose guest is no longer named.'),
      files: rows('Files that were sent to the guest, deleted.'),
      others: rows('Rows of a sandbox’s made-up provider and of an import, and proofs of a reconciliation.'),
    },
    { description: 'How many rows of each kind were erased by this request.' },
  ),
})
export type GuestForgotten = Static<typeof GuestForgotten>

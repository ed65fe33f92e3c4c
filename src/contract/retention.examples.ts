/** These examples of retention and of a person's data are written by hand. */
import { at, entry } from './examples.ts'
import { GuestSearch, GuestSearchBody } from './guest-search.ts'
import { Retention, RetentionBody, RetentionPreview } from './retention.ts'

const off: Retention = { guestMonths: null, historyDays: null, historyFrom: null, nextLookAt: null }

export const retentionExamples = {
  GuestSearchBody: entry(
    GuestSearchBody,
    { emails: ['ada@example.com'], phones: ['+44 20 7946 0958'] },
    { firstName: 'Ada', lastName: 'Lovelace' },
  ),
  GuestSearch: entry(
    GuestSearch,
    { searchedAt: at, tables: 69, rows: 0, found: [], guestIds: [] },
    {
      ...{ searchedAt: at, tables: 69, rows: 3, guestIds: ['4812'] },
      found: [
        { table: 'guest_contacts', rows: 1 },
        { table: 'messages', rows: 2 },
      ],
    },
  ),
  Retention: entry(Retention, off, { guestMonths: 36, historyDays: 730, historyFrom: at, nextLookAt: at }),
  RetentionBody: entry(RetentionBody, { guestMonths: 36 }, { guestMonths: null, historyDays: 730 }),
  RetentionPreview: entry(
    RetentionPreview,
    { guestMonths: null, total: 0, guests: [] },
    { guestMonths: 36, total: 1, guests: [{ id: '4812', lastStayEnded: '2022-08-14' }] },
  ),
}

/** Handwritten examples of how long guests and histories are kept. */
import { at, entry } from './examples.ts'
import { Retention, RetentionBody, RetentionPreview } from './retention.ts'

const off: Retention = { guestMonths: null, historyDays: null, historyFrom: null, nextLookAt: null }

export const retentionExamples = {
  Retention: entry(Retention, off, { guestMonths: 36, historyDays: 730, historyFrom: at, nextLookAt: at }),
  RetentionBody: entry(RetentionBody, { guestMonths: 36 }, { guestMonths: null, historyDays: 730 }),
  RetentionPreview: entry(
    RetentionPreview,
    { guestMonths: null, total: 0, guests: [] },
    { guestMonths: 36, total: 1, guests: [{ id: '4812', lastStayEnded: '2022-08-14' }] },
  ),
}

import { Type } from 'typebox'
import { Retention, RetentionBody, RetentionPreview } from '../../../contract/retention.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { route } from '../../route.ts'
import { countDueGuests, dueGuests, retentionRow } from './queries.ts'
import { lastDayKept } from './rules.ts'
import { changeRetention, toRetention } from './change-retention.ts'

const tag = 'Guests'
const mostShown = 100

export const retentionRoutes = [
  route({
    method: 'GET',
    url: '/v1/retention',
    id: 'getRetention',
    family: 'guests',
    tag,
    summary: 'Read how long guests and histories are kept',
    description: 'Nothing is forgotten by itself unless it was asked for.',
    reply: Retention,
    errors: [],
    account: 'refused',
    handle: async ({ services, scope }) => toRetention(await retentionRow(services.db, scope)),
  }),

  route({
    method: 'PATCH',
    url: '/v1/retention',
    id: 'updateRetention',
    family: 'guests',
    tag,
    summary: 'Set how long guests and histories are kept',
    description:
      'With `guestMonths` guests are forgotten by themselves, as `POST /v1/guests/{id}/forget` does it, within a day after their time is over; the first look is at once. Guests who never stayed, who stay again, or with whom an open thread or an inquiry went on since, are left alone. It cannot be undone: `GET /v1/retention/preview` tells before whom it would meet.',
    body: RetentionBody,
    reply: Retention,
    errors: [],
    account: 'refused',
    handle: (context) =>
      writeOnce(context, async (tx) => {
        const now = context.services.clock.now()
        const changed = await changeRetention(tx, context.scope, context.body, { now })
        return changed ?? context.fail('not_found', 'There is no such workspace.')
      }),
  }),

  route({
    method: 'GET',
    url: '/v1/retention/preview',
    id: 'previewRetention',
    family: 'guests',
    tag,
    summary: 'Read which guests would be forgotten',
    description:
      'Whom a look would find now. Nobody while guests are kept for ever and no `guest_months` is given. Nothing is changed.',
    query: Type.Object(
      {
        guest_months: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 240,
            description: 'As if this were set, in place of what is.',
            examples: [36],
          }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: RetentionPreview,
    errors: [],
    account: 'refused',
    handle: async ({ services, scope, query }) => {
      const { db, clock } = services
      const guestMonths = query.guest_months ?? (await retentionRow(db, scope))?.guest_months ?? null
      if (guestMonths === null) return { guestMonths, total: 0, guests: [] }
      const before = lastDayKept(clock.now(), guestMonths)
      const [rows, total] = await Promise.all([
        dueGuests(db, scope, before, mostShown),
        countDueGuests(db, scope, before),
      ])
      return {
        guestMonths,
        total,
        guests: rows.map((row) => ({ id: row.id, lastStayEnded: row.last_stay_ended })),
      }
    },
  }),
]

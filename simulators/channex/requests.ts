import * as is from '../kit/shape.ts'

/** Shapes of all routes, from the vendor's documentation. */
const pagination = is.some({ page: is.between(1, 1_000_000), limit: is.between(1, 100) })
const direction = is.oneOf('asc', 'desc')
const bounds = is.some({ gte: is.dayOrMoment, lte: is.dayOrMoment, gt: is.dayOrMoment, lt: is.dayOrMoment })
const list = (order: string[], filter: object = { property_id: is.uuid }): is.RouteShape => ({
  query: is.some({
    pagination,
    order: is.some(Object.fromEntries(order.map((name) => [name, direction]))),
    filter: is.some(filter as Parameters<typeof is.some>[0]),
  }),
})

const dates = is.exactly({ gte: is.day, lte: is.day })
const days = { date: is.day, date_from: is.day, date_to: is.day }
const bool = is.schema({ type: ['boolean', 'integer'], enum: [true, false, 0, 1] })
const amount = { type: 'string', pattern: '^\\d+(\\.\\d+)?$' }
const rate = is.schema({ anyOf: [{ type: 'integer', minimum: 1 }, amount] })
const nights = is.between(1, 10_000)
const restrictionNames = [
  ...['rate', 'stop_sell', 'min_stay_arrival', 'min_stay_through', 'min_stay', 'max_stay', 'availability'],
  ...['closed_to_arrival', 'closed_to_departure', 'max_sell', 'max_availability', 'availability_offset'],
]

export const requests: is.RouteShapes = {
  'GET /properties': list(['title', 'inserted_at'], { id: is.text, title: is.text }),
  'GET /properties/:id': {},
  'GET /room_types': list(['title', 'inserted_at']),
  'GET /room_types/:id': {},
  'GET /rate_plans': list(['title', 'inserted_at'], { property_id: is.uuid, room_type_id: is.uuid }),
  'GET /availability': {
    query: is.exactly({ filter: is.exactly({ property_id: is.opt(is.uuid), date: dates }) }),
  },
  'GET /restrictions': {
    query: is.exactly({
      filter: is.exactly({
        property_id: is.uuid,
        date: dates,
        restrictions: is.like(`^(${restrictionNames.join('|')})(,(${restrictionNames.join('|')}))*$`),
      }),
    }),
  },
  'POST /availability': {
    body: is.exactly({
      values: is.list(
        is.exactly({
          ...{ property_id: is.uuid, room_type_id: is.uuid, availability: is.count },
          ...is.optional(days),
        }),
        1,
      ),
    }),
  },
  'POST /restrictions': {
    body: is.exactly({
      values: is.list(
        is.exactly({
          ...{ property_id: is.uuid, rate_plan_id: is.uuid },
          ...is.optional({
            ...days,
            rate,
            stop_sell: bool,
            closed_to_arrival: bool,
            closed_to_departure: bool,
          }),
          ...is.optional({ min_stay_arrival: nights, min_stay_through: nights, max_stay: is.count }),
        }),
        1,
      ),
    }),
  },
  'GET /bookings': list(['inserted_at'], {
    ...{ property_id: is.uuid, inserted_at: bounds, arrival_date: bounds, departure_date: bounds },
  }),
  'GET /bookings/:id': {},
  'GET /booking_revisions': list(['inserted_at'], { property_id: is.uuid, inserted_at: bounds }),
  'GET /booking_revisions/feed': list(['inserted_at']),
  'POST /booking_revisions/:id/ack': {},
  'GET /message_threads': list(['inserted_at', 'updated_at']),
  'GET /message_threads/:id': {},
  'GET /message_threads/:id/messages': list(['inserted_at'], {}),
  'POST /message_threads/:id/messages': {
    body: is.exactly({ message: is.exactly({ message: is.filled, attachment_id: is.opt(is.uuid) }) }),
  },
  'GET /reviews': list(['inserted_at', 'received_at']),
  'POST /reviews/:id/reply': { body: is.exactly({ reply: is.exactly({ reply: is.filled }) }) },
  'GET /webhooks': list(['inserted_at']),
  'POST /webhooks': {
    body: is.exactly({
      webhook: is.exactly({
        ...{ property_id: is.uuid, callback_url: is.address, event_mask: is.filled },
        ...is.optional({ request_params: is.atLeast({}), headers: is.atLeast({}) }),
        ...is.optional({ is_active: is.bool, send_data: is.bool }),
      }),
    }),
  },
  'DELETE /webhooks/:id': {},
}

import type { FastifyInstance } from 'fastify'
import { flagParam, textParam, type Query } from '../kit/query.ts'
import { heldOr } from '../kit/server.ts'
import { notFound } from './failure.ts'
import { momentMs, readMoment } from './moment.ts'
import { numberedPage } from './numbered-page.ts'
import type { Property } from './records.ts'
import type { Store } from './store.ts'

type PropertyByIdRequest = { Params: { id: string }; Querystring: Query }

export function propertyRoutes(app: FastifyInstance, store: Store): void {
  const propertyAt = (id: string) => heldOr(store.properties.get(Number(id)), notFound)

  app.get<{ Querystring: Query }>('/v2/properties', ({ query }) => {
    const since = readMoment(textParam(query, 'updatedSince'))
    const found = [...store.properties.values()].filter(
      ({ updated_at }) => since === undefined || momentMs(updated_at) > since,
    )
    return numberedPage(found, query, (property) => showProperty(store, property, query))
  })
  app.get<PropertyByIdRequest>('/v2/properties/:id', ({ params, query }) =>
    showProperty(store, propertyAt(params.id), query),
  )
  app.get<PropertyByIdRequest>('/v2/properties/:id/rooms', ({ params }) =>
    store.roomsOf(propertyAt(params.id).id).map(({ property_id: _property, ...room }) => room),
  )
  // The simulator's account never removes a property.
  app.get('/v2/deletedProperties', () => [])
}

/** Lists the room types, but none of their content. */
function showProperty(store: Store, property: Property, query: Query): object {
  const inOut = { is_restricted: false, check_in: [], check_out: [], not_available: [] }
  return {
    ...property,
    rooms: store.roomsOf(property.id).map(({ id, name }) => ({ id, name })),
    in_out: flagParam(query, 'includeInOut') === true ? inOut : null,
  }
}

import type { FastifyInstance } from 'fastify'
import { flagParam, textParam, type Query } from '../kit/query.ts'
import { heldOr, sendAnswer } from '../kit/server.ts'
import { notFound } from './failure.ts'
import { momentMs, readMoment } from './moment.ts'
import { numberedPage } from './numbered-page.ts'
import type { Property } from './property-record.ts'
import type { Store } from './store.ts'

type PropertyByIdRequest = { Params: { id: string }; Querystring: Query }

export function propertyRoutes(app: FastifyInstance, store: Store): void {
  app.get<{ Querystring: Query }>('/v2/properties', ({ query }) => {
    const since = readMoment(textParam(query, 'updatedSince'))
    const found = [...store.properties.values()].filter(
      ({ updated_at }) => since === undefined || momentMs(updated_at) > since,
    )
    return numberedPage(found, query, (property) => showProperty(store, property, query))
  })

  app.get<PropertyByIdRequest>('/v2/properties/:id', (request, reply) => {
    const property = store.properties.get(Number(request.params.id))
    return property === undefined
      ? sendAnswer(reply, notFound)
      : reply.send(showProperty(store, property, request.query))
  })

  app.get<PropertyByIdRequest>('/v2/properties/:id/rooms', (request, reply) => {
    const property = heldOr(store.properties.get(Number(request.params.id)), notFound)
    return reply.send(store.lodgingsOf(property.id).map(({ room }) => room))
  })

  // The simulator's account never removes a property.
  app.get('/v2/deletedProperties', () => [])
}

/** Lists the room types, but none of their content. */
function showProperty(store: Store, property: Property, query: Query): object {
  return {
    ...property,
    rooms: store.lodgingsOf(property.id).map(({ room }) => ({ id: room.id, name: room.name })),
    in_out:
      flagParam(query, 'includeInOut') === true
        ? { is_restricted: false, check_in: [], check_out: [], not_available: [] }
        : null,
  }
}

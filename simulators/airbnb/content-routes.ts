import type { FastifyInstance, FastifyRequest } from 'fastify'
import { textParam, type Query } from '../kit/query.ts'
import { heldOr } from '../kit/server.ts'
import { demand, emptyAnswer, createdId, notFound } from './answers.ts'
import { blank, type Description, type Room } from './content.ts'
import type { Desk } from './desk.ts'

interface Texts {
  Params: { id: string; locale: string }
}
interface Inside {
  Params: { id: string; room: string }
}
export interface ContentListRequest {
  Querystring: Query
}

/** Routes of descriptions by locale, and of rooms. */
export function contentRoutes(api: FastifyInstance, desk: Desk): void {
  const { content, nextId } = {
    content: desk.store.content,
    nextId: () => desk.store.nextId('room', 20_400_601),
  }

  api.get<ContentListRequest>('/listing_descriptions', (request) => {
    const { id } = desk.listing(request, textParam(request.query, 'listing_id'))
    const rows = [...content.descriptions(id)].map(([locale, texts]) => ({
      listing_id: id,
      locale,
      ...texts,
    }))
    return { listing_descriptions: rows }
  })

  api.get<Texts>('/listing_descriptions/:id/:locale', (request) => {
    const { id } = desk.listing(request, request.params.id)
    const { locale } = request.params
    const texts = heldOr(content.descriptions(id).get(locale), notFound)
    return { listing_description: { listing_id: id, locale, ...texts } }
  })

  api.put<Texts>('/listing_descriptions/:id/:locale', (request) => {
    const { id } = desk.writable(request, request.params.id)
    const { locale } = request.params
    demand(/^[a-z]{2}(-[A-Z][A-Za-z]{1,3})?$/.test(locale), 'The locale is not known.')
    const texts = content.descriptions(id)
    texts.set(locale, { ...blank, ...texts.get(locale), ...(request.body as Description) })
    return emptyAnswer
  })

  for (const path of ['/listing_rooms', '/listing_rooms/']) {
    api.get<ContentListRequest>(path, (request) => {
      const { id } = desk.listing(request, textParam(request.query, 'listing_id'))
      return { listing_rooms: [...content.rooms(id).values()] }
    })
  }

  api.post('/listing_rooms', (request) => {
    const body = request.body as Pick<Room, 'listing_id' | 'room_type'> & Partial<Room>
    const { id: listing_id, room_type_category } = desk.writable(request, body.listing_id)
    demand(
      room_type_category !== null,
      'The listing has no room_type_category yet.',
      'room_type_category_missing',
    )
    const id = nextId()
    content.rooms(listing_id).set(id, { beds: [], accessibility_features: [], ...body, id, listing_id })
    return createdId(id)
  })

  api.put<Inside>('/listing_rooms/:id/:room', (request) => {
    Object.assign(ownRoom(desk, request, request.params), request.body)
    return emptyAnswer
  })

  api.delete<Inside>('/listing_rooms/:id/:room', (request) => {
    const { id, listing_id } = ownRoom(desk, request, request.params)
    content.rooms(listing_id).delete(id)
    return emptyAnswer
  })
}

function ownRoom(desk: Desk, request: FastifyRequest, { id, room }: Inside['Params']): Room {
  const listing = desk.writable(request, id)
  return heldOr(desk.store.content.rooms(listing.id).get(room), notFound)
}

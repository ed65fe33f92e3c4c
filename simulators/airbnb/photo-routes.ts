import type { FastifyInstance, FastifyRequest } from 'fastify'
import { textParam } from '../kit/query.ts'
import { heldOr } from '../kit/server.ts'
import { demand, emptyAnswer, createdId, notFound, page } from './answers.ts'
import { photoUrl, type Photo } from './content.ts'
import type { ContentListRequest } from './content-routes.ts'
import type { Desk } from './desk.ts'
import { pictureSize } from './picture-size.ts'
import type { Listing } from './records.ts'

interface PhotoByIdRequest {
  Params: { id: string }
}
type PhotoBody = Pick<Photo, 'content_type'> & Partial<Photo> & { listing_id: string; image: string }

const smallest = 50 * 1024
const largest = 25 * 1024 * 1024
/** Base64 makes a picture a third longer. */
const bodyLimit = 36 * 1024 * 1024

export function photoRoutes(api: FastifyInstance, desk: Desk): void {
  const { content } = desk.store

  api.get<ContentListRequest>('/listing_photos', (request) => {
    const { id } = desk.listing(request, textParam(request.query, 'listing_id'))
    return page('listing_photos', content.photos(id), request.query)
  })

  api.get<PhotoByIdRequest>('/listing_photos/:id', (request) => ({
    listing_photo: ownPhoto(desk, request.params.id, (id) => desk.listing(request, id)),
  }))

  api.post('/listing_photos', { bodyLimit }, (request) => {
    const { image, sort_order, ...fields } = request.body as PhotoBody
    const { id: listing_id } = desk.writable(request, fields.listing_id)
    const { width, height } = sizeOf(image, fields.content_type)
    demandRoom(desk, listing_id, fields.room_id)
    const number = desk.store.nextId('photo', 700_500_701)
    const id = `${listing_id}_${number}`
    const usual = { caption: null, category: 'listing', room_id: null, amenity: null, filename: null }
    const about = { url: photoUrl(listing_id, number), width, height, sort_order: 0 }
    content.place({ ...usual, ...fields, ...about, id, listing_id }, sort_order)
    return createdId(id)
  })

  api.put<PhotoByIdRequest>('/listing_photos/:id', (request) => {
    const photo = changeable(desk, request)
    const { sort_order, ...fields } = request.body as Partial<Photo>
    demandRoom(desk, photo.listing_id, fields.room_id)
    Object.assign(photo, fields)
    content.place(photo, sort_order)
    return emptyAnswer
  })

  api.delete<PhotoByIdRequest>('/listing_photos/:id', (request) => {
    const photo = changeable(desk, request)
    const isActive = desk.store.listings.get(photo.listing_id)?.has_availability === true
    const isLast = content.photos(photo.listing_id).length === 1
    demand(!isActive || !isLast, 'An active listing keeps its last photo.', 'last_photo')
    content.removePhoto(photo)
    return emptyAnswer
  })
}

function ownPhoto(desk: Desk, id: string, listingFor: (id: string) => Listing): Photo {
  const listing = listingFor(id.split('_')[0] ?? '')
  return heldOr(
    desk.store.content.photos(listing.id).find((photo) => photo.id === id),
    notFound,
  )
}

const changeable = (desk: Desk, request: FastifyRequest<PhotoByIdRequest>): Photo =>
  ownPhoto(desk, request.params.id, (id) => desk.writable(request, id))

function sizeOf(image: string, contentType: string) {
  demand(/^[A-Za-z0-9+/]+={0,2}$/.test(image), 'image is not Base64.', 'invalid_image')
  const bytes = Buffer.from(image, 'base64')
  demand(
    bytes.length >= smallest && bytes.length <= largest,
    'A photo has 50 KB to 25 MB.',
    'invalid_image_size',
  )
  const size = pictureSize(bytes, contentType)
  demand(size !== undefined, `The image is not of the type ${contentType}.`, 'invalid_image')
  return size
}

function demandRoom({ store }: Desk, listingId: string, roomId: string | null | undefined): void {
  const isKnown = !roomId || store.content.rooms(listingId).has(roomId)
  demand(isKnown, 'room_id is no room of the listing.', 'room_not_found')
}

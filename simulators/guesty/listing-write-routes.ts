import type { FastifyInstance } from 'fastify'
import { sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { failure, refusal } from './answers.ts'
import type { Listing } from './listing-record.ts'
import type { Sent } from './sent-fields.ts'
import { amenities } from './vocabulary.ts'

type WithId = { Params: { id: string } }

/** What a listing says of itself, by several services: texts, amenities, address, photos. */
export function listingWriteRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account
  const find = (id: string): Listing | undefined => store.listings.get(id)

  app.put<WithId>('/listings/:id', ({ params, body }, reply) => {
    if (find(params.id) === undefined)
      return sendAnswer(reply, refusal(404, 'Listing not found', 'LISTING_NOT_FOUND'))
    account.changeListing(params.id, body)
    // Only what was sent comes back.
    return { _id: params.id, ...(body as object) }
  })

  app.get('/properties-api/amenities/supported', () =>
    amenities.map((name) => ({ name, group: 'Essentials', channels: {} })),
  )

  app.put<WithId>('/properties-api/amenities/:id', ({ params, body }, reply) => {
    const listing = find(params.id)
    if (listing === undefined) return sendAnswer(reply, failure(404, 'Not Found', 'Amenities not found'))
    if (listing.type === 'MTL_CHILD') {
      return sendAnswer(reply, failure(400, 'Only MTL and SINGLE property types are supported'))
    }
    const chosen = (body as Sent).amenities as string[]
    account.changeListing(listing._id, { amenities: chosen, amenitiesNotIncluded: [] })
    return { propertyId: listing._id, amenities: chosen, otherAmenities: [] }
  })

  app.get<WithId>('/address/:id', ({ params }, reply) => {
    const listing = find(params.id)
    return listing === undefined
      ? sendAnswer(reply, failure(404, 'Not Found', 'Address not found'))
      : addressOf(listing)
  })

  app.put<WithId>('/address/:id/update', ({ params, body }, reply) => {
    if (find(params.id) === undefined)
      return sendAnswer(reply, failure(404, 'Not Found', 'Address not found'))
    const { address, publishedAddress } = body as { address: Sent; publishedAddress: Sent }
    return addressOf(
      account.changeListing(params.id, { address: flat(address), publishedAddress: flat(publishedAddress) }),
    )
  })

  app.post<WithId>('/properties-api/property-photos/property-photos/:id', ({ params, body }, reply) => {
    const listing = find(params.id)
    if (listing === undefined) return sendAnswer(reply, failure(404, 'Property not found'))
    const added = (body as Sent[]).map(({ url, caption }) => ({
      _id: store.ids.make(account.nowMs()),
      original: url,
      thumbnail: url,
      ...(caption === undefined ? {} : { caption }),
    }))
    const pictures = [...(listing.pictures ?? []), ...added]
    account.changeListing(listing._id, { pictures })
    return reply.code(201).send(pictures)
  })
}

/** The place stands in a part of its own here, and beside the rest in the listing. */
function addressOf({ address, publishedAddress }: Listing): object {
  const nested = (value: object | null) => {
    const { lat, lng, ...rest } = { ...(value as Sent | null) }
    return { ...rest, location: { lat, lng } }
  }
  return {
    address: nested(address),
    publishedAddress: nested(publishedAddress),
    isPublishedAddressEnabled: false,
  }
}

function flat({ location, ...rest }: Sent): Sent {
  return { ...rest, ...(location as Sent) }
}

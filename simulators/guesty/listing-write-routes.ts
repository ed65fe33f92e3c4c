import type { FastifyInstance } from 'fastify'
import type { VendorAnswer } from '../kit/definition.ts'
import { found, Refusal } from '../kit/refusal.ts'
import type { Account } from './account.ts'
import { failure, noListing } from './answers.ts'
import type { Listing } from './listing-record.ts'
import type { Sent } from './sent-fields.ts'
import { amenities } from './vocabulary.ts'

type WithId = { Params: { id: string } }

const noAddress = failure(404, 'Not Found', 'Address not found')

/** What a listing says of itself, by several services: texts, amenities, address, photos. */
export function listingWriteRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account
  const find = (id: string, missing: VendorAnswer) => found(store.listings.get(id), missing)

  app.put<WithId>('/listings/:id', ({ params, body }) => {
    find(params.id, noListing(params.id))
    account.changeListing(params.id, body)
    // Only what was sent comes back.
    return { _id: params.id, ...(body as object) }
  })

  app.get('/properties-api/amenities/supported', () =>
    amenities.map((name) => ({ name, group: 'Essentials', channels: {} })),
  )

  app.put<WithId>('/properties-api/amenities/:id', ({ params, body }) => {
    const listing = find(params.id, failure(404, 'Not Found', 'Amenities not found'))
    if (listing.type === 'MTL_CHILD') {
      throw new Refusal(failure(400, 'Only MTL and SINGLE property types are supported'))
    }
    const chosen = (body as Sent).amenities as string[]
    account.changeListing(listing._id, { amenities: chosen, amenitiesNotIncluded: [] })
    return { propertyId: listing._id, amenities: chosen, otherAmenities: [] }
  })

  app.get<WithId>('/address/:id', ({ params }) => addressOf(find(params.id, noAddress)))

  app.put<WithId>('/address/:id/update', ({ params, body }) => {
    find(params.id, noAddress)
    const { address, publishedAddress } = body as { address: Sent; publishedAddress: Sent }
    return addressOf(
      account.changeListing(params.id, { address: flat(address), publishedAddress: flat(publishedAddress) }),
    )
  })

  app.post<WithId>('/properties-api/property-photos/property-photos/:id', ({ params, body }, reply) => {
    const listing = find(params.id, failure(404, 'Property not found'))
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

import { Type } from 'typebox'
import { idParams } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { fetchPicture } from './fetch-picture.ts'
import { hasListingPicture } from './queries.ts'

const longestUrl = 2_000

export const listingPictureRoutes = [
  route({
    method: 'GET',
    url: '/v1/listings/:id/photos/image',
    id: 'getListingPhotoImage',
    family: 'listings',
    ofListings: 'narrows',
    tag: 'Listings',
    summary: 'Get the bytes of a photo',
    description:
      'Fetches a photo of the listing from where it is kept: JPEG, PNG, WebP, GIF or AVIF of up to 15 MB, which has to come within 10 seconds. It is kept for up to an hour. `502 upstream_error` says why a photo cannot be shown.',
    params: idParams('listing'),
    query: Type.Object(
      {
        url: Type.String({
          minLength: 1,
          maxLength: longestUrl,
          pattern: '^[^\\u0000]*$',
          description: 'The `url` or `thumbnailUrl` of one of its photos, here or on Airbnb.',
        }),
      },
      { additionalProperties: false },
    ),
    form: 'image',
    reply: Type.String({ format: 'binary' }),
    errors: ['listing_inactive', 'upstream_error'],
    listing: 'params.id',
    handle: async ({ services, scope, params, query: { url }, fail }) => {
      const picture = { listingId: params.id, url }
      if (!(await hasListingPicture(services.db, scope, picture)))
        fail('not_found', `Listing ${params.id} has no photo at this address.`, {
          field: 'url',
          value_received: url.slice(0, 200),
        })
      const outcome = await fetchPicture(services, scope, picture)
      if ('image' in outcome) return outcome.image
      return fail('upstream_error', `The photo cannot be shown: ${outcome.failure}.`, undefined, {
        fix: 'Look whether the address opens in a browser without signing in, or upload the photo here.',
      })
    },
  }),
]

import { GenerateContentBody, GeneratedContent } from '../../contract/ai.ts'
import { ContentBody, ContentWritten } from '../../contract/listing-content.ts'
import {
  ListingActivityBody,
  ListingActivityResult,
  ListingCreateBody,
  ListingCreated,
  PhotoDeleteBody,
  PhotoDeleted,
  PhotoUpload,
  PhotoUploadBody,
  StoredPhotos,
} from '../../contract/listing-write.ts'
import { MarkupBody, MarkupWritten } from '../../contract/markup.ts'
import { DryRun } from '../../http/params/dry-run.ts'
import { idParams } from '../../http/params/path-id.ts'
import { route, type RouteWriteContext } from '../route.ts'
import { writeContent } from './write-content.ts'
import { createListing } from './create-listing.ts'
import { setMarkup } from './set-markup.ts'
import { generateContent } from './generate-content.ts'
import { deletePhoto, storedPhotos, createUpload } from './photos.ts'
import { writeOnce } from '../../http/write-once.ts'
import { rehearse } from '../../platform/rehearse.ts'
import type { Queryable } from '../../platform/tenant.ts'
import { switchListings } from './switch-listings.ts'

const tag = 'Listings'

export const listingWriteRoutes = [
  route({
    method: 'POST',
    url: '/v1/listings',
    id: 'createListing',
    family: 'listings',
    tag,
    summary: 'Create a listing',
    description:
      'A listing that is kept here, by no PMS, and is a draft at first. With `defaultDailyPrice` the nights of the coming 365 days are written with their price.',
    query: DryRun,
    account: 'refused',
    body: ListingCreateBody,
    reply: ListingCreated,
    status: 201,
    otherStatus: 200,
    errors: [],
    handle: (context) => createListing(context, context.body, context.query.dry_run === true),
  }),

  route({
    method: 'PATCH',
    url: '/v1/listings/:id',
    id: 'updateListing',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Activate or deactivate a listing',
    description: 'The same as `POST /v1/listings/status` with one listing; it may be inactive.',
    params: idParams('listing'),
    query: DryRun,
    body: ListingActivityBody,
    reply: ListingActivityResult,
    errors: [],
    handle: (context) =>
      switchListingActivity(context, context.params.id, context.body.active, context.query.dry_run === true),
  }),

  route({
    method: 'DELETE',
    url: '/v1/listings/:id',
    id: 'deleteListing',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Deactivate a listing',
    description: 'Nothing is lost: the listing is inactive afterwards and can be activated again.',
    params: idParams('listing'),
    query: DryRun,
    reply: ListingActivityResult,
    errors: [],
    handle: (context) =>
      switchListingActivity(context, context.params.id, false, context.query.dry_run === true),
  }),

  route({
    method: 'PUT',
    url: '/v1/listings/:id/content',
    id: 'updateListingContent',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Write the content of a listing',
    description:
      'What is left out stays, null clears, lists are replaced as a whole. What a PMS keeps goes there first; what it does not take over is named in `deferred` and stays as it was. Nothing is sent to a channel.',
    params: idParams('listing'),
    query: DryRun,
    body: ContentBody,
    reply: ContentWritten,
    errors: ['listing_inactive', 'no_connection', 'pms_write_unsupported', 'channel_not_supported'],
    statuses: { no_connection: 409 },
    listing: 'params.id',
    handle: (context) =>
      writeContent(context, context.params.id, context.body, context.query.dry_run === true),
  }),

  route({
    method: 'POST',
    url: '/v1/listings/:id/generate-content',
    id: 'generateListingContent',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Have the texts of a listing written',
    description:
      'A language model writes them from what the listing says of itself, and with `persist` title, summary and description are written as by `PUT …/content`. Counts against the daily limit of AI operations. 501 where the server has no language model (`AI_BASE_URL`).',
    ai: true,
    params: idParams('listing'),
    body: GenerateContentBody,
    bodyOptional: true,
    reply: GeneratedContent,
    errors: ['listing_inactive', 'not_implemented', 'upstream_error'],
    listing: 'params.id',
    handle: (context) => generateContent(context, context.params.id, context.body ?? {}),
  }),

  route({
    method: 'PUT',
    url: '/v1/listings/:id/markups',
    id: 'updateListingMarkup',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Set the markup of a channel',
    description:
      "What the channel adds to the listing's own price, in percent. On Airbnb it is the listing's, on Booking.com the property's and shared by every listing on it.",
    params: idParams('listing'),
    query: DryRun,
    body: MarkupBody,
    reply: MarkupWritten,
    errors: [
      'listing_inactive',
      'ambiguous_booking_mapping',
      'listing_not_on_airbnb',
      'listing_not_on_booking',
    ],
    listing: 'params.id',
    handle: (context) => setMarkup(context, context.params.id, context.body, context.query.dry_run === true),
  }),

  route({
    method: 'POST',
    url: '/v1/listings/:id/photos/upload-url',
    id: 'createPhotoUpload',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Get an address to upload a picture to',
    description:
      'The bytes are sent to it with PUT. The picture is not attached to the listing before its address is sent in `photos` of the content.',
    params: idParams('listing'),
    body: PhotoUploadBody,
    reply: PhotoUpload,
    errors: ['listing_inactive'],
    listing: 'params.id',
    handle: async ({ services, scope, params, body }) => createUpload(services, scope, params.id, body),
  }),

  route({
    method: 'GET',
    url: '/v1/listings/:id/photos',
    id: 'listListingPhotos',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'List uploaded pictures',
    description:
      'Files that were uploaded for this listing and are kept on this server. The photos that guests see stand in `content`.',
    params: idParams('listing'),
    reply: StoredPhotos,
    errors: ['listing_inactive'],
    listing: 'params.id',
    handle: ({ services, scope, params }) => storedPhotos(services, scope, params.id),
  }),

  route({
    method: 'DELETE',
    url: '/v1/listings/:id/photos',
    id: 'deleteListingPhoto',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Delete an uploaded picture',
    description:
      'Takes an uploaded file off this server. A channel or PMS that has copied it keeps its copy.',
    params: idParams('listing'),
    query: DryRun,
    body: PhotoDeleteBody,
    reply: PhotoDeleted,
    errors: ['listing_inactive'],
    listing: 'params.id',
    handle: (context) =>
      deletePhoto(context, context.params.id, context.body.path, context.query.dry_run === true),
  }),
]

/** Activates or deactivates one listing; a listing already in that state is no error. */
async function switchListingActivity(
  context: RouteWriteContext,
  id: string,
  active: boolean,
  dryRun: boolean,
): Promise<ListingActivityResult> {
  const work = async (tx: Queryable) => {
    await switchListings(tx, context, { ids: [id], active, field: 'id' })
    return { id, active }
  }
  if (!dryRun) return writeOnce(context, work)
  return { ...(await rehearse(context.services.db, work)), dryRun: true }
}

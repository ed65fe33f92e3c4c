import {
  CoverBody,
  CoverChosen,
  PhotoOrderBody,
  PhotosOrdered,
} from '../../../../contract/channel-content/photos.ts'
import { idParams } from '../../../path-id.ts'
import { route } from '../../../route.ts'
import { orderPhotos } from './order-photos.ts'
import { at, changeErrors, tag, toSectionChange, WriteQuery } from './route-parts.ts'

const halfway =
  'Airbnb moves photos one by one. Stopped by a failure, the error has those that were moved (`applied`), the one that was not (`failed_photo_id`) and the rest (`not_attempted`); sent again, it goes on.'

export const photoOrderRoutes = [
  route({
    method: 'PUT',
    url: at('photos/order'),
    id: 'orderAirbnbPhotos',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Put the photos of an Airbnb listing in order',
    description: `Those that are named come first, the others follow as they stood. ${halfway}`,
    params: idParams('listing'),
    query: WriteQuery,
    body: PhotoOrderBody,
    reply: PhotosOrdered,
    errors: changeErrors,
    listing: 'params.id',
    handle: (context) => {
      const { change, ...wanted } = toSectionChange(context, context.body)
      return orderPhotos(
        context,
        { ...wanted, first: change.photo_ids, field: 'photo_ids' },
        ({ order, applied, stored, dryRun }) => ({
          data: { order, applied, unchanged: dryRun !== true && applied.length === 0 },
          stored,
          ...(dryRun ? { dryRun } : {}),
        }),
      )
    },
  }),

  route({
    method: 'PUT',
    url: at('photos/cover'),
    id: 'chooseAirbnbCover',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Choose the cover of an Airbnb listing',
    description: `The photo comes first, the others follow as they stood. ${halfway}`,
    params: idParams('listing'),
    query: WriteQuery,
    body: CoverBody,
    reply: CoverChosen,
    errors: changeErrors,
    listing: 'params.id',
    handle: (context) => {
      const { change, ...wanted } = toSectionChange(context, context.body)
      return orderPhotos(
        context,
        { ...wanted, first: [change.photo_id], field: 'photo_id' },
        ({ order, applied, stored, dryRun }) => ({
          data: { coverPhotoId: order[0]?.photoId ?? change.photo_id, applied, order },
          stored,
          ...(dryRun ? { dryRun } : {}),
        }),
      )
    },
  }),
]

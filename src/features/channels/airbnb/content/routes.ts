import { amenityRoutes } from './amenities-routes.ts'
import { bookingSettingRoutes } from './booking-settings-routes.ts'
import { descriptionRoutes } from './descriptions-routes.ts'
import { detailRoutes } from './details-routes.ts'
import { guideRoutes } from './guides-routes.ts'
import { permitRoutes } from './permits-routes.ts'
import { photoOrderRoutes } from './photo-order-routes.ts'
import { photoRoutes } from './photos-routes.ts'
import { qualityRoutes } from './quality-routes.ts'
import { roomRoutes } from './rooms-routes.ts'
import { safetyRoutes } from './safety-routes.ts'
import { AirbnbPullBody, AirbnbPulled } from '../../../../contract/channel-airbnb-pull.ts'
import { idParams } from '../../../path-id.ts'
import { route } from '../../../route.ts'
import { pullListing } from './pull-listing.ts'
import { readErrors, tag } from './route-parts.ts'

const pullRoute = route({
  method: 'POST',
  url: '/v1/listings/:id/pull/airbnb',
  id: 'pullListingFromAirbnb',
  family: 'listings',
  ofListings: 'narrows',
  tag,
  summary: 'Read a listing anew from Airbnb',
  description:
    'Reads now what the Airbnb listing says of itself, section by section, and has its name, place and pictures read again as well. A listing is pulled once in 15 minutes; within them the answer is 429 with `nextPullAvailableAt`. What could read nothing does not count.',
  params: idParams('listing'),
  body: AirbnbPullBody,
  bodyOptional: true,
  reply: AirbnbPulled,
  errors: [...readErrors, 'insufficient_access'],
  listing: 'params.id',
  handle: (context) =>
    pullListing(context, { listingId: context.params.id, named: context.body?.airbnbConnectionId }),
})

/** `/v1/channels/airbnb/listings/{id}/…` */
export const airbnbContentRoutes = [
  ...descriptionRoutes,
  ...amenityRoutes,
  ...detailRoutes,
  ...roomRoutes,
  ...photoRoutes,
  ...photoOrderRoutes,
  ...guideRoutes,
  ...permitRoutes,
  ...safetyRoutes,
  ...bookingSettingRoutes,
  ...qualityRoutes,
  pullRoute,
]

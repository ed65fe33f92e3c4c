import { AirbnbPullBody, AirbnbPulled } from '../../../../contract/channel-airbnb-pull.ts'
import { route } from '../../../route.ts'
import { photoOrderRoutes, photoRoutes, roomRoutes } from './item-routes.ts'
import { pullListing } from './pull-listing.ts'
import { onListing, readErrors } from './section-route.ts'
import {
  amenityRoutes,
  bookingSettingRoutes,
  descriptionRoutes,
  detailRoutes,
  guideRoutes,
  permitRoutes,
  qualityRoutes,
  safetyRoutes,
} from './section-routes.ts'
import { settingRoutes } from './settings-routes.ts'

const pullRoute = route({
  ...{ method: 'POST', url: '/v1/listings/:id/pull/airbnb', ...onListing },
  id: 'pullListingFromAirbnb',
  summary: 'Read a listing anew from Airbnb',
  description:
    'Reads now what the Airbnb listing says of itself, section by section, and has its name, place and pictures read again as well. A listing is pulled once in 15 minutes; within them the answer is 429 with `nextPullAvailableAt`. What could read nothing does not count.',
  body: AirbnbPullBody,
  bodyOptional: true,
  reply: AirbnbPulled,
  errors: [...readErrors, 'insufficient_access'],
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
  ...settingRoutes,
  pullRoute,
]

import { AirbnbPullBody, AirbnbPulled } from '../../../../contract/channel-airbnb-pull.ts'
import { idParams } from '../../../path-id.ts'
import { route } from '../../../route.ts'
import { pullListing } from './pull.ts'
import { readErrors, tag } from './route-parts.ts'

export const pullRoute = route({
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

import { Type } from 'typebox'
import { readOf } from '../../../../contract/channel-airbnb.ts'
import { AirbnbDetails, DetailsBody, DetailsWritten } from '../../../../contract/channel-content/details.ts'
import { idParams } from '../../../path-id.ts'
import { route } from '../../../route.ts'
import { compareFields, inCamelCase } from './compare-fields.ts'
import { linkId } from './find-link.ts'
import {
  at,
  changeErrors,
  LinkQuery,
  readSectionOf,
  readErrors,
  tag,
  toSectionChange,
  WriteQuery,
} from './route-parts.ts'
import type { AirbnbSection } from './section.ts'
import { writeSection } from './write-section.ts'

export const details: AirbnbSection<'details'> = {
  name: 'details',
  compared({ check_in_option: option, ...fields }, content) {
    return [
      ...compareFields(fields, inCamelCase(content ?? undefined)),
      ...compareFields(option, inCamelCase(content?.checkInOption), 'check_in_option.'),
    ]
  },
}

export const detailRoutes = [
  route({
    method: 'GET',
    url: at('details'),
    id: 'getAirbnbDetails',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Get the details of an Airbnb listing',
    description:
      'Kind of place, size, and how guests get in, as Airbnb was last read to have it; a list, with one row for the Airbnb listing.',
    params: idParams('listing'),
    query: LinkQuery,
    reply: readOf(Type.Array(AirbnbDetails)),
    errors: readErrors,
    statuses: { no_connection: 404 },
    listing: 'params.id',
    handle: async (context) => {
      const {
        content,
        link,
        lockedFields,
        readAt: read,
        dataFreshness,
      } = await readSectionOf(context, 'details')
      const row = {
        listingAirbnbId: linkId(link),
        ...content,
        lockedFields,
        updatedAt: read?.toISOString() ?? null,
      }
      return { data: [row], dataFreshness }
    },
  }),

  route({
    method: 'PUT',
    url: at('details'),
    id: 'updateAirbnbDetails',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Change the details of an Airbnb listing',
    description:
      'Changes what is named and reads it back: `blockedFields` are those that Airbnb took and does not show. `quiet_hours` needs `AIRBNB_UNVERIFIED_CALLS`.',
    params: idParams('listing'),
    query: WriteQuery,
    body: DetailsBody,
    reply: DetailsWritten,
    errors: changeErrors,
    listing: 'params.id',
    handle: (context) =>
      writeSection(context, details, toSectionChange(context, context.body), (written) => written),
  }),
]

import { Type } from 'typebox'
import { readOf } from '../../../../contract/channel-airbnb.ts'
import {
  PermitsBody,
  PermitsWritten,
  ShownPermits,
  type ChannelPermits,
} from '../../../../contract/channel-content/permits.ts'
import { oneOfStrings } from '../../../../contract/fields.ts'
import { idParams } from '../../../path-id.ts'
import { route } from '../../../route.ts'
import { compareFields, inCamelCase } from './compare-fields.ts'
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

const unverified = 'No path of it is known, so it needs `AIRBNB_UNVERIFIED_CALLS`.'

type PermitRecord = ChannelPermits['permits'][number]
const isOf = (body: string, type: string) => (permit: PermitRecord) =>
  permit.regulatoryBody === body && permit.regulationType === type

const permits: AirbnbSection<'permits'> = {
  name: 'permits',
  compared: ({ permits: wanted }, content) =>
    wanted.flatMap((permit, index) => {
      const shown = content?.permits.find(isOf(permit.regulatory_body, permit.regulation_type))
      return compareFields(permit, inCamelCase(shown), `permits[${index}].`)
    }),
}

const PermitQuery = Type.Object(
  {
    source: Type.Optional(
      oneOfStrings(['cache', 'live'], {
        description:
          '`cache`, as without it: what was read last. `live`: read from Airbnb now, with the questions in `flows`.',
      }),
    ),
    ...LinkQuery.properties,
  },
  { additionalProperties: false },
)

export const permitRoutes = [
  route({
    method: 'GET',
    url: at('permits'),
    id: 'getAirbnbPermits',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Get the permits of an Airbnb listing',
    description: `What was handed in of what the place asks for. ${unverified}`,
    params: idParams('listing'),
    query: PermitQuery,
    reply: readOf(ShownPermits),
    errors: readErrors,
    statuses: { no_connection: 404 },
    listing: 'params.id',
    handle: async (context) => {
      const isLive = context.query.source === 'live'
      const { content, dataFreshness } = await readSectionOf(context, 'permits', { isLive })
      const { permits: handedIn, flows } = content
      return { data: { permits: handedIn, ...(isLive ? { flows } : {}) }, dataFreshness }
    },
  }),

  route({
    method: 'PUT',
    url: at('permits'),
    id: 'updateAirbnbPermits',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Hand in permits of an Airbnb listing',
    description: `Each is handed in for what it answers; nothing can be taken back. ${unverified}`,
    params: idParams('listing'),
    query: WriteQuery,
    body: PermitsBody,
    reply: PermitsWritten,
    errors: changeErrors,
    listing: 'params.id',
    handle: (context) =>
      writeSection(
        context,
        permits,
        toSectionChange(context, context.body),
        ({ listingId, airbnbListingId, result, stored, dryRun }) => ({
          listingId,
          airbnbListingId,
          permits: result?.permits ?? [],
          stored,
          ...(dryRun ? { dryRun } : {}),
        }),
      ),
  }),
]

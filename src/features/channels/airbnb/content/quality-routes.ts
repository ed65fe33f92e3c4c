import { Type } from 'typebox'
import { readOf } from '../../../../contract/channel-airbnb.ts'
import { qualityTypes, ShownQuality } from '../../../../contract/channel-content/quality.ts'
import { listingSettingTypes, ShownSettings } from '../../../../contract/channel-content/settings.ts'
import { oneOfStrings } from '../../../../contract/fields.ts'
import { idParams } from '../../../path-id.ts'
import { route } from '../../../route.ts'
import { findLink } from './find-link.ts'
import { sectionsFreshness } from './read-section.ts'
import { at, LinkQuery, readSectionOf, readErrors, tag } from './route-parts.ts'

const typeQuery = <const T extends readonly string[]>(types: T, description: string) =>
  Type.Object(
    { type: Type.Optional(oneOfStrings(types, { description })), ...LinkQuery.properties },
    { additionalProperties: false },
  )

export const qualityRoutes = [
  route({
    method: 'GET',
    url: at('quality'),
    id: 'getAirbnbQuality',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Get the quality of an Airbnb listing',
    description:
      'What Airbnb thinks of the listing, as it was last read. No path of it is known, so it needs `AIRBNB_UNVERIFIED_CALLS`.',
    params: idParams('listing'),
    query: typeQuery(qualityTypes, '`all`, as without it: standards and issues; otherwise one list.'),
    reply: readOf(ShownQuality),
    errors: [...readErrors, 'invalid_type'],
    statuses: { no_connection: 404 },
    listing: 'params.id',
    handle: async (context) => {
      const { content, dataFreshness } = await readSectionOf(context, 'quality')
      const { standards, issues } = content
      const { type = 'all' } = context.query
      return { data: type === 'all' ? { standards, issues } : content[type], dataFreshness }
    },
  }),

  route({
    method: 'GET',
    url: at('settings'),
    id: 'getAirbnbListingSettings',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Get whose an Airbnb listing is, and its languages',
    description: 'The host, the languages it has texts in, and its permits.',
    params: idParams('listing'),
    query: typeQuery(listingSettingTypes, '`all`, as without it: hosts and languages; otherwise one list.'),
    reply: readOf(ShownSettings),
    errors: [...readErrors, 'invalid_type'],
    statuses: { no_connection: 404 },
    listing: 'params.id',
    handle: async (context) => {
      const { services, scope, params, query } = context
      const { type = 'all' } = query
      if (type === 'permits') {
        const { content, dataFreshness } = await readSectionOf(context, 'permits')
        return { data: content.permits, dataFreshness }
      }
      const link = await findLink(services, scope, params.id, query.airbnbConnectionId)
      const { host } = link
      const hosts = [
        {
          airbnbUserId: host.external_account_id,
          name: host.account_name,
          isConnected: host.status === 'active',
        },
      ]
      if (type === 'hosts')
        return {
          data: hosts,
          dataFreshness: sectionsFreshness(services, scope, [{ link, readAt: host.last_success_at }]),
        }
      const { content, dataFreshness } = await readSectionOf(context, 'descriptions')
      const locales = content.map(({ locale }) => locale)
      return { data: type === 'all' ? { hosts, locales } : locales, dataFreshness }
    },
  }),
]

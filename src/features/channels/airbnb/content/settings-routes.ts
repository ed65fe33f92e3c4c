import { listingSettingTypes, ShownSettings } from '../../../../contract/channel-content/settings.ts'
import { readOf } from '../../../../contract/channel-airbnb.ts'
import { route } from '../../../route.ts'
import { findLink } from './find-link.ts'
import { sectionsFreshness } from './read-section.ts'
import { onListing, readErrors, readSectionOf, sectionUrl, typeQuery } from './section-route.ts'

export const settingRoutes = [
  route({
    ...{ method: 'GET', url: sectionUrl('settings'), ...onListing },
    id: 'getAirbnbListingSettings',
    summary: 'Get whose an Airbnb listing is, and its languages',
    description: 'The host, the languages it has texts in, and its permits.',
    query: typeQuery(listingSettingTypes, '`all`, as without it: hosts and languages; otherwise one list.'),
    reply: readOf(ShownSettings),
    errors: [...readErrors, 'invalid_type'],
    statuses: { no_connection: 404 },
    async handle(context) {
      const { services, scope, params, query } = context
      const { type = 'all' } = query
      if (type === 'permits') {
        const { content, dataFreshness } = await readSectionOf(context, 'permits')
        return { data: content.permits, dataFreshness }
      }
      const link = await findLink(services, scope, params.id, query.airbnbConnectionId)
      const {
        external_account_id: airbnbUserId,
        account_name: name,
        status,
        last_success_at: readAt,
      } = link.host
      const hosts = [{ airbnbUserId, name, isConnected: status === 'active' }]
      if (type === 'hosts')
        return { data: hosts, dataFreshness: sectionsFreshness(services, scope, [{ link, readAt }]) }
      const { content, dataFreshness } = await readSectionOf(context, 'descriptions')
      const locales = content.map(({ locale }) => locale)
      return { data: type === 'all' ? { hosts, locales } : locales, dataFreshness }
    },
  }),
]

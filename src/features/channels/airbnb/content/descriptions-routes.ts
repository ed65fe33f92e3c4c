import { Type } from 'typebox'
import { readOf } from '../../../../contract/channel-airbnb.ts'
import {
  ChannelDescription,
  DescriptionsBody,
  DescriptionsWritten,
} from '../../../../contract/channel-content/descriptions.ts'
import { idParams } from '../../../path-id.ts'
import { route } from '../../../route.ts'
import { compareFields, inCamelCase } from './compare-fields.ts'
import { LocaleQuery, localeAlias, filterLocale } from './locale.ts'
import {
  at,
  changeErrors,
  readSectionOf,
  readErrors,
  tag,
  toSectionChange,
  WriteQuery,
} from './route-parts.ts'
import type { AirbnbSection } from './section.ts'
import { writeSection } from './write-section.ts'

export const descriptions: AirbnbSection<'descriptions'> = {
  name: 'descriptions',
  compared({ locale, description }, content) {
    const shown = content?.find((texts) => texts.locale === locale)
    return compareFields(description, inCamelCase(shown))
  },
}

export const descriptionRoutes = [
  route({
    method: 'GET',
    url: at('descriptions'),
    id: 'getAirbnbDescriptions',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Get the texts of an Airbnb listing',
    description: 'The texts in each language, as Airbnb was last read to have them.',
    params: idParams('listing'),
    query: LocaleQuery,
    queryAliases: localeAlias,
    reply: readOf(Type.Array(ChannelDescription)),
    errors: readErrors,
    statuses: { no_connection: 404 },
    listing: 'params.id',
    handle: async (context) => {
      const { content, dataFreshness } = await readSectionOf(context, 'descriptions')
      return { data: filterLocale(content, context.query.locale), dataFreshness }
    },
  }),

  route({
    method: 'PUT',
    url: at('descriptions'),
    id: 'updateAirbnbDescriptions',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Change the texts of an Airbnb listing',
    description:
      'Changes the texts that are named, in one language, and reads them back: `blockedFields` are those that Airbnb took and does not show.',
    params: idParams('listing'),
    query: WriteQuery,
    body: DescriptionsBody,
    reply: DescriptionsWritten,
    errors: changeErrors,
    listing: 'params.id',
    handle: (context) => {
      const { locale } = context.body
      return writeSection(context, descriptions, toSectionChange(context, context.body), (written) => ({
        ...written,
        locale,
      }))
    },
  }),
]

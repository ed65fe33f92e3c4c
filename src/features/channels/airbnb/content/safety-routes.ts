import { Type } from 'typebox'
import { readOf } from '../../../../contract/channel-airbnb.ts'
import {
  Disclosure,
  DisclosuresBody,
  DisclosuresWritten,
} from '../../../../contract/channel-content/safety.ts'
import { idParams } from '../../../path-id.ts'
import { route } from '../../../route.ts'
import { assertUniqueNames } from './assert-unique-names.ts'
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

const safetyDisclosures: AirbnbSection<'safetyDisclosures'> = {
  name: 'safetyDisclosures',
  compared: ({ disclosures }, content) =>
    disclosures.map(({ type, value }) => {
      const found = content?.find((one) => one.type === type)
      const shown = { declared: found?.declared ?? false, value: found?.value ?? null }
      return {
        field: type,
        wanted: { declared: value !== false, value: typeof value === 'string' ? value : null },
        shown,
      }
    }),
}

export const safetyRoutes = [
  route({
    method: 'GET',
    url: at('safety-disclosures'),
    id: 'getAirbnbSafetyDisclosures',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Get the safety disclosures of an Airbnb listing',
    description: 'Every kind, with whether guests are told of it, as Airbnb was last read to have them.',
    params: idParams('listing'),
    query: LinkQuery,
    reply: readOf(Type.Array(Disclosure)),
    errors: readErrors,
    statuses: { no_connection: 404 },
    listing: 'params.id',
    handle: async (context) => {
      const { content, dataFreshness } = await readSectionOf(context, 'safetyDisclosures')
      return { data: content, dataFreshness }
    },
  }),

  route({
    method: 'PUT',
    url: at('safety-disclosures'),
    id: 'updateAirbnbSafetyDisclosures',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Change the safety disclosures of an Airbnb listing',
    description: 'Those that are named change, the others stay; they are read back.',
    params: idParams('listing'),
    query: WriteQuery,
    body: DisclosuresBody,
    reply: DisclosuresWritten,
    errors: changeErrors,
    listing: 'params.id',
    handle: (context) => {
      assertUniqueNames('disclosures', 'type', context.body.disclosures)
      return writeSection(context, safetyDisclosures, toSectionChange(context, context.body), (written) => ({
        ...written,
        disclosures: (written.result ?? []).filter(({ declared }) => declared),
      }))
    },
  }),
]

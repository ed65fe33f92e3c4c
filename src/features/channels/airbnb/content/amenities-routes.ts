import { readOf } from '../../../../contract/channel-airbnb.ts'
import {
  AmenitiesBody,
  AmenitiesWritten,
  ChannelAmenities,
} from '../../../../contract/channel-content/amenities.ts'
import { idParams } from '../../../path-id.ts'
import { route } from '../../../route.ts'
import { compareFields, type FieldComparison } from './compare-fields.ts'
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

const lists = ['amenities', 'accessibility_amenities'] as const

interface AmenityChange {
  id: string
  is_present: boolean
}

/** Airbnb lists present amenities only: an unlisted one is absent. */
function compareList(
  list: string,
  changes: readonly AmenityChange[] | undefined,
  shown: readonly AmenityChange[],
): FieldComparison[] {
  return (changes ?? []).flatMap(({ id, ...fields }) => {
    const found: object = shown.find((amenity) => amenity.id === id) ?? { is_present: false }
    return compareFields(fields, (field) => (found as Record<string, unknown>)[field], `${list}.${id}.`)
  })
}

export const amenities: AirbnbSection<'amenities'> = {
  name: 'amenities',
  compared: (change, content) =>
    lists.flatMap((list) => compareList(list, change[list], content?.[list] ?? [])),
}

export const amenityRoutes = [
  route({
    method: 'GET',
    url: at('amenities'),
    id: 'getAirbnbAmenities',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Get the amenities of an Airbnb listing',
    description: 'Amenities and accessibility features, as Airbnb was last read to have them.',
    params: idParams('listing'),
    query: LinkQuery,
    reply: readOf(ChannelAmenities),
    errors: readErrors,
    statuses: { no_connection: 404 },
    listing: 'params.id',
    handle: async (context) => {
      const { content, dataFreshness } = await readSectionOf(context, 'amenities')
      return { data: content, dataFreshness }
    },
  }),

  route({
    method: 'PUT',
    url: at('amenities'),
    id: 'updateAirbnbAmenities',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Change the amenities of an Airbnb listing',
    description:
      'Those that are named are switched on or off; the others stay. They are read back: `blockedFields` are those that Airbnb took and does not show, such as instructions, for which no call is known.',
    params: idParams('listing'),
    query: WriteQuery,
    body: AmenitiesBody,
    reply: AmenitiesWritten,
    errors: changeErrors,
    listing: 'params.id',
    handle: (context) => {
      for (const list of lists) assertUniqueNames(list, 'id', context.body[list])
      return writeSection(context, amenities, toSectionChange(context, context.body), (written) => written)
    },
  }),
]

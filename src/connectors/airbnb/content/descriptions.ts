import { demand, listIn } from '../../../connector-kit/answers.ts'
import type { ContentPart } from '../../../connector-kit/channel-content.ts'
import { presentText } from '../../../connector-kit/readings.ts'
import type { ChannelDescription } from '../../../contract/channel-content/descriptions.ts'
import { VendorDescription } from './vendor.ts'

const path = '/v2/listing_descriptions'

const toDescription = (row: VendorDescription): ChannelDescription => ({
  locale: row.locale,
  name: presentText(row.name),
  summary: presentText(row.summary),
  space: presentText(row.space),
  access: presentText(row.access),
  interaction: presentText(row.interaction),
  neighborhoodOverview: presentText(row.neighborhood_overview),
  transit: presentText(row.transit),
  notes: presentText(row.notes),
  houseRules: presentText(row.house_rules),
})

export const descriptions: ContentPart<'descriptions'> = {
  async read({ http }, externalId) {
    const answer = await http.get(path, { query: { listing_id: externalId } })
    return listIn(answer, 'listing_descriptions')
      .map((row) => toDescription(demand(VendorDescription, row, `a description of ${externalId}`)))
      .toSorted((a, b) => a.locale.localeCompare(b.locale))
  },
  async write({ http }, { externalId, change: { locale, description } }) {
    await http.put(`${path}/${encodeURIComponent(externalId)}/${encodeURIComponent(locale)}`, {
      body: description,
    })
  },
}

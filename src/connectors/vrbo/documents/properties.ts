/** These read an advertiser's homes. */

const home = `fragment Home on Property {
  id
  ids { id idSource }
  name
  referenceName
  currency
  timeZone
  type { code }
  activeStatus { active }
  address { addressLines locality administrativeArea postalCode countryCode }
  location { coordinates { latitude longitude } }
  listings(domains: ["vrbo.com"]) { locale url }
  units {
    id
    count
    maxOccupancy { total }
    status { state }
  }
}`

export const PropertiesOfAdvertiser = `query PropertiesOfAdvertiser($advertiser: ID!, $cursor: String, $properties: Int) {
  propertiesByAdvertiser(id: $advertiser, idSource: VRBO, cursor: $cursor, pageSize: $properties) {
    cursor
    totalCount
    elements { ...Home }
  }
}
${home}`

export const PropertyIdsOfAdvertiser = `query PropertyIdsOfAdvertiser($advertiser: ID!, $cursor: String, $properties: Int) {
  propertiesByAdvertiser(id: $advertiser, idSource: VRBO, cursor: $cursor, pageSize: $properties) {
    cursor
    totalCount
    elements { id }
  }
}`

export const PropertyById = `query PropertyById($property: String!) {
  property(id: $property, idSource: EXPEDIA) { ...Home }
}
${home}`

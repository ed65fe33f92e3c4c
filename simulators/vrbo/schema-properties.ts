export const propertySchema = `
enum UnitState { ACTIVE INACTIVE }

type ActiveStatus { active: Boolean! }
type Address {
  addressLines: [String!]!
  administrativeArea: String
  countryCode: CountryCode!
  locality: String!
  postalCode: String!
}
type Coordinates { latitude: Float! longitude: Float! }
type PropertyLocation { coordinates: Coordinates hideExactLocation: Boolean! }
type PropertyType { code: String! }
type PropertyListing { locale: String url: String }
type UnitOccupancy { adults: Int! children: Int! total: Int! }
type UnitStatus { state: UnitState! }
type Unit {
  id: ID!
  count: Int
  maxOccupancy: UnitOccupancy!
  propertyId: ID!
  status: UnitStatus!
}

type Property {
  id: ID!
  ids: [IdNode!]!
  name: String!
  referenceName: String
  currency: Currency!
  timeZone: String!
  type: PropertyType!
  activeStatus: ActiveStatus
  address: Address!
  location: PropertyLocation!
  listings(domains: [String!]!): [PropertyListing]
  units: [Unit]
  reservations(
    checkOutDate: CheckOutDateFilter
    filter: ReservationFilterInput
    pageSize: Int!
    after: String
  ): ReservationsConnection!
}

type PropertiesByAdvertiserResponse { cursor: String elements: [Property!]! totalCount: Int! }

type Query {
  property(id: String!, idSource: IdSource): Property
  propertiesByAdvertiser(cursor: String, id: ID!, idSource: IdSource!, pageSize: Int): PropertiesByAdvertiserResponse
}
`

/**
 * Only these parts of Mews' answers are read. Fields that its documentation requires are null on real
 * accounts, so everything but ids may be missing.
 */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Flag, list, maybe, part, Text, TextId } from '../../connector-kit/vendor-fields.ts'

const Id = TextId
const MaybeId = Text
const Whole = maybe(Type.Integer())
const Amount = maybe(Type.Number())

/** Texts are keyed by language code. */
const Texts = maybe(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])))
export type Texts = Static<typeof Texts>

export const VendorEnterprise = Type.Object({
  Id,
  Name: Text,
  ChainId: MaybeId,
  ChainName: Text,
  TimeZoneIdentifier: Type.String(),
  DefaultLanguageCode: Text,
  Pricing: Text,
  IsPortfolio: Flag,
  Address: part({
    Line1: Text,
    Line2: Text,
    City: Text,
    PostalCode: Text,
    CountryCode: Text,
    CountrySubdivisionCode: Text,
    Latitude: Amount,
    Longitude: Amount,
  }),
  Currencies: list(Type.Object({ Currency: Text, IsDefault: Flag, IsEnabled: Flag })),
})
export type VendorEnterprise = Static<typeof VendorEnterprise>

export const VendorService = Type.Object({
  Id,
  EnterpriseId: Id,
  IsActive: Flag,
  Data: part({
    Discriminator: Text,
    Value: part({ StartOffset: Text, EndOffset: Text, TimeUnitPeriod: Text, TimeUnit: Text }),
  }),
})
export type VendorService = Static<typeof VendorService>

export const VendorCategory = Type.Object({
  Id,
  ServiceId: Id,
  IsActive: Flag,
  Type: Text,
  Names: Texts,
  ShortNames: Texts,
  Descriptions: Texts,
  Ordering: Whole,
  Capacity: Whole,
  ExtraCapacity: Whole,
})
export type VendorCategory = Static<typeof VendorCategory>

export const VendorResource = Type.Object({
  Id,
  Name: Text,
  IsActive: Flag,
  ParentResourceId: MaybeId,
  State: Text,
  Data: part({ Value: part({ FloorNumber: Text }) }),
})
export type VendorResource = Static<typeof VendorResource>

export const CategoryAssignment = Type.Object({ IsActive: Flag, ResourceId: Id, CategoryId: Id })
export const ImageAssignment = Type.Object({ IsActive: Flag, CategoryId: Id, ImageId: Id, Ordering: Whole })
export const ImageUrl = Type.Object({ ImageId: Id, Url: Type.String({ minLength: 1, maxLength: 4000 }) })
export const VendorFeature = Type.Object({ Id, IsActive: Flag, Classification: Text, Names: Texts })
export const FeatureAssignment = Type.Object({ IsActive: Flag, ResourceId: Id, FeatureId: Id })
export const AgeCategory = Type.Object({
  Id,
  ServiceId: MaybeId,
  IsActive: Flag,
  Classification: Text,
  MaximalAge: Whole,
})
export type AgeCategory = Static<typeof AgeCategory>

export const VendorRate = Type.Object({
  Id,
  GroupId: MaybeId,
  BaseRateId: MaybeId,
  IsActive: Flag,
  IsEnabled: Flag,
  IsPublic: Flag,
  IsDefault: Flag,
  Type: Text,
})
export type VendorRate = Static<typeof VendorRate>

const VendorMoney = Type.Object({
  Currency: Text,
  NetValue: Amount,
  GrossValue: Amount,
  TaxValues: list(Type.Object({ Code: Text, Value: Amount })),
})
export type VendorMoney = Static<typeof VendorMoney>

export const Availability = Type.Object({
  TimeUnitStartsUtc: Type.Array(Type.String()),
  CategoryAvailabilities: Type.Array(Type.Unknown()),
})
export const CategoryAvailability = Type.Object({
  CategoryId: Id,
  Availabilities: Type.Array(Type.Integer()),
})

export const VendorPricing = Type.Object({
  TimeUnitStartsUtc: Type.Array(Type.String()),
  CategoryPrices: list(
    Type.Object({
      CategoryId: MaybeId,
      ResourceCategoryId: MaybeId,
      AmountPrices: list(Type.Union([VendorMoney, Type.Null()])),
    }),
  ),
})
export type VendorPricing = Static<typeof VendorPricing>

const Bound = part({ Currency: Text, Value: Amount })

export const VendorRestriction = Type.Object({
  Conditions: part({
    Type: Text,
    ExactRateId: MaybeId,
    BaseRateId: MaybeId,
    RateGroupId: MaybeId,
    ResourceCategoryId: MaybeId,
    ResourceCategoryType: Text,
    StartUtc: Text,
    EndUtc: Text,
    Days: list(Type.String()),
  }),
  Exceptions: part({
    MinAdvance: Text,
    MaxAdvance: Text,
    MinLength: Text,
    MaxLength: Text,
    MinPrice: Bound,
    MaxPrice: Bound,
  }),
})
export type VendorRestriction = Static<typeof VendorRestriction>

export const VendorReservation = Type.Object({
  Id,
  ServiceId: MaybeId,
  AccountId: MaybeId,
  AccountType: Text,
  BookerId: MaybeId,
  Number: Text,
  State: Text,
  Origin: Text,
  CommanderOrigin: Text,
  CreatedUtc: Text,
  UpdatedUtc: Text,
  CancelledUtc: Text,
  CancellationReason: Text,
  RequestedResourceCategoryId: Id,
  AssignedResourceId: MaybeId,
  TravelAgencyId: MaybeId,
  ChannelNumber: Text,
  ScheduledStartUtc: Text,
  ScheduledEndUtc: Text,
  PersonCounts: list(Type.Object({ AgeCategoryId: MaybeId, Count: Whole })),
})
export type VendorReservation = Static<typeof VendorReservation>

export const OrderItem = Type.Object({
  Id,
  ServiceOrderId: Id,
  BillingName: Text,
  Amount: VendorMoney,
  AccountingState: Type.String(),
  Type: maybe(Type.String({ maxLength: 100 })),
  UpdatedUtc: Text,
})
export type OrderItem = Static<typeof OrderItem>

export const VendorCustomer = Type.Object({
  Id,
  FirstName: Text,
  LastName: Text,
  SecondLastName: Text,
  Email: Text,
  Phone: Text,
  NationalityCode: Text,
  PreferredLanguageCode: Text,
  LanguageCode: Text,
  UpdatedUtc: Text,
  Address: part({ CountryCode: Text }),
})
export type VendorCustomer = Static<typeof VendorCustomer>

export const VendorAdded = Type.Object({
  Reservations: Type.Array(Type.Object({ Reservation: Type.Object({ Id }) }), { minItems: 1 }),
})
export const VendorProfile = Type.Object({ Id })
export const VendorPrices = Type.Object({
  // The documentation names it TotalAmount and shows Total.
  ReservationPrices: Type.Array(Type.Object({ TotalAmount: maybe(VendorMoney), Total: maybe(VendorMoney) }), {
    minItems: 1,
  }),
})

export const VendorCompany = Type.Object({ Id, Name: Text })

/** A delivery needs these parts to be of use. */
export const VendorDelivery = Type.Object({ EnterpriseId: Id, Events: Type.Array(Type.Unknown()) })
export const VendorNotice = Type.Object({
  Discriminator: Type.String(),
  Value: Type.Object({ Id: Type.String({ maxLength: 100 }) }),
})

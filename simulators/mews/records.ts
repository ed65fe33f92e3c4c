/** The vendor's records: fields needed here by name, others as the factories fill them. */
type LocalizedText = Record<string, string>
type Texts<Name extends string> = Record<Name, string>

/** Such rows are never deleted, only deactivated. */
interface RetiredRow {
  Id: string
  IsActive: boolean
}

export interface Amount {
  Currency: string
  NetValue: number
  GrossValue: number
  TaxValues: { Code: string; Value: number }[]
  Breakdown: { Items: { TaxRateCode: string; NetValue: number; TaxValue: number }[] }
}

export interface Enterprise {
  Id: string
  ChainId: string
  Name: string
  TimeZoneIdentifier: string
  DefaultLanguageCode: string
  Pricing: 'Gross' | 'Net'
  IsPortfolio: boolean
  Currencies: { Currency: string; IsDefault: boolean; IsEnabled: boolean }[]
  CreatedUtc: string
  UpdatedUtc: string
}

export interface Service extends RetiredRow {
  EnterpriseId: string
  Data: { Discriminator: 'Bookable' | 'Additional'; Value: Record<string, unknown> }
}

export interface Category extends RetiredRow, Texts<'EnterpriseId' | 'ServiceId' | 'Type'> {
  Names: LocalizedText
  Descriptions: LocalizedText
  Ordering: number
  Capacity: number
  ExtraCapacity: number
}

export interface Resource extends RetiredRow, Texts<'EnterpriseId' | 'Name' | 'State'> {
  ParentResourceId: string | null
}

export type Assignment = RetiredRow & Texts<'ResourceId' | 'CategoryId'>
export type ImageAssignment = RetiredRow & Texts<'CategoryId' | 'ImageId'> & { Ordering: number }
export type Feature = RetiredRow & Texts<'ServiceId' | 'Classification'>
export type FeatureAssignment = RetiredRow & Texts<'ResourceId' | 'FeatureId'>
export type AgeCategory = RetiredRow & { ServiceId: string; Classification: 'Adult' | 'Child' }
export type Company = RetiredRow & { Name: string }

export interface ResourceBlock
  extends RetiredRow, Texts<'EnterpriseId' | 'AssignedResourceId' | 'StartUtc' | 'EndUtc' | 'Name'> {
  Type: 'OutOfOrder' | 'InternalUse'
}

export interface Rate extends RetiredRow, Texts<'ServiceId' | 'GroupId'> {
  BaseRateId: string | null
  IsEnabled: boolean
  IsPublic: boolean
  /** What a night costs as a factor of the category's price, which the vendor does not show. */
  factor: number
}

export interface Restriction {
  Id: string
  ServiceId: string
  Origin: 'User' | 'Integration'
  Conditions: {
    Type: 'Stay' | 'Start' | 'End'
    ExactRateId: string | null
    BaseRateId: string | null
    RateGroupId: string | null
    ResourceCategoryId: string | null
    ResourceCategoryType: string | null
    StartUtc: string | null
    EndUtc: string | null
    Days: string[] | null
  }
}

export interface Customer extends RetiredRow, Texts<'LastName' | 'CreatedUtc' | 'UpdatedUtc'> {
  FirstName: string | null
  Email: string | null
  Phone: string | null
}

export interface Reservation {
  Id: string
  ServiceId: string
  AccountId: string
  AccountType: 'Customer' | 'Company'
  BookerId: string | null
  Number: string
  State: string
  Origin: string
  CommanderOrigin: string | null
  CreatedUtc: string
  UpdatedUtc: string
  CancelledUtc: string | null
  CancellationReason: string | null
  RateId: string
  GroupId: string
  RequestedResourceCategoryId: string
  AssignedResourceId: string | null
  TravelAgencyId: string | null
  ChannelNumber: string | null
  ReleasedUtc: string | null
  ScheduledStartUtc: string
  ScheduledEndUtc: string
  ActualStartUtc: string | null
  ActualEndUtc: string | null
  PersonCounts: { AgeCategoryId: string; Count: number }[]
}

export interface OrderItem {
  Id: string
  EnterpriseId: string
  ServiceId: string
  ServiceOrderId: string
  UnitCount: number
  UnitAmount: Amount
  Amount: Amount
  OriginalAmount: Amount
  AccountingState: 'Open' | 'Closed' | 'Inactive' | 'Canceled'
  Type: string
  StartUtc: string | null
  CreatedUtc: string
  UpdatedUtc: string
  CanceledUtc: string | null
}

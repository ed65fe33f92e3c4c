/** The vendor's records: the fields that matter here by name, the rest as the factories fill them. */
export type LocalizedText = Record<string, string>

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

export interface Service {
  Id: string
  EnterpriseId: string
  IsActive: boolean
  Data: { Discriminator: 'Bookable' | 'Additional'; Value: Record<string, unknown> }
}

export interface Category {
  Id: string
  EnterpriseId: string
  ServiceId: string
  IsActive: boolean
  Type: string
  Names: LocalizedText
  Descriptions: LocalizedText
  Ordering: number
  Capacity: number
  ExtraCapacity: number
}

export interface Resource {
  Id: string
  EnterpriseId: string
  IsActive: boolean
  ParentResourceId: string | null
  Name: string
  State: string
}

export interface Assignment {
  Id: string
  IsActive: boolean
  ResourceId: string
  CategoryId: string
}

export interface ImageAssignment {
  Id: string
  IsActive: boolean
  CategoryId: string
  ImageId: string
  Ordering: number
}

export interface Feature {
  Id: string
  ServiceId: string
  IsActive: boolean
  Classification: string
}

export interface FeatureAssignment {
  Id: string
  IsActive: boolean
  ResourceId: string
  FeatureId: string
}

export interface ResourceBlock {
  Id: string
  EnterpriseId: string
  AssignedResourceId: string
  IsActive: boolean
  Type: 'OutOfOrder' | 'InternalUse'
  StartUtc: string
  EndUtc: string
  Name: string
}

export interface AgeCategory {
  Id: string
  ServiceId: string
  IsActive: boolean
  Classification: 'Adult' | 'Child'
}

export interface Rate {
  Id: string
  ServiceId: string
  GroupId: string
  BaseRateId: string | null
  IsActive: boolean
  IsEnabled: boolean
  IsPublic: boolean
  /** What a night costs, as a factor of the category's price; not shown. */
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

export interface Customer {
  Id: string
  FirstName: string | null
  LastName: string
  Email: string | null
  Phone: string | null
  IsActive: boolean
  CreatedUtc: string
  UpdatedUtc: string
}

export interface Company {
  Id: string
  Name: string
  IsActive: boolean
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

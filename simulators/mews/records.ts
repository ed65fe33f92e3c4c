/** The vendor's records: fields needed here by name, others as they are made. */
import { ofKind, type FieldTable } from '../kit/fields.ts'

/** The control interface can set these. */
export const reservationFields = {
  ...ofKind('text', 'State', 'Origin', 'CommanderOrigin', 'AssignedResourceId', 'TravelAgencyId'),
  ...ofKind('text', 'ChannelNumber', 'CancellationReason'),
  ...ofKind('instant', 'ScheduledStartUtc', 'ScheduledEndUtc'),
  RequestedResourceCategoryId: 'key',
  PersonCounts: 'list',
} as const satisfies FieldTable
export const categoryFields = {
  ...ofKind('object', 'Names', 'Descriptions'),
  ...ofKind('int', 'Capacity', 'ExtraCapacity', 'Ordering'),
  ...{ IsActive: 'bool', Type: 'text' },
} as const satisfies FieldTable
export const customerFields = ofKind('text', 'FirstName', 'LastName', 'Email', 'Phone')

type Texts<Name extends string> = Record<Name, string>
type MaybeTexts<Name extends string> = Record<Name, string | null>

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

export interface Enterprise extends Texts<'Id' | 'TimeZoneIdentifier' | 'DefaultLanguageCode'> {
  Pricing: 'Gross' | 'Net'
  Currencies: { Currency: string; IsDefault: boolean; IsEnabled: boolean }[]
}

export interface Service extends RetiredRow {
  EnterpriseId: string
  Data: { Discriminator: 'Bookable' | 'Additional'; Value: object }
}

export interface Category extends RetiredRow, Texts<'EnterpriseId' | 'ServiceId' | 'Type'> {
  Names: Record<string, string>
  Capacity: number
  Ordering: number
}

export type Resource = RetiredRow & Texts<'Name'>
export type Assignment = RetiredRow & Texts<'ResourceId' | 'CategoryId'>
export type ImageAssignment = RetiredRow & Texts<'CategoryId' | 'ImageId'>
export type Feature = RetiredRow & Texts<'ServiceId'>
export type FeatureAssignment = RetiredRow & Texts<'ResourceId' | 'FeatureId'>
export type AgeCategory = RetiredRow & Texts<'ServiceId'>
export type Company = RetiredRow & Texts<'Name'>
export type ResourceBlock = RetiredRow & Texts<'AssignedResourceId' | 'StartUtc' | 'EndUtc'>

export interface Rate extends RetiredRow, Texts<'ServiceId' | 'GroupId'> {
  BaseRateId: string | null
  IsEnabled: boolean
  /** What a night costs as a factor of the room type's price, which the vendor does not show. */
  factor: number
}

export interface Restriction extends Texts<'Id' | 'ServiceId'> {
  Origin: 'User' | 'Integration'
  Conditions: MaybeTexts<
    'Type' | 'ExactRateId' | 'BaseRateId' | 'RateGroupId' | 'ResourceCategoryId' | 'StartUtc' | 'EndUtc'
  >
}

export interface Customer extends RetiredRow, Texts<'LastName' | 'CreatedUtc'> {
  FirstName: string | null
  Email: string | null
  Phone: string | null
}

export interface Reservation
  extends
    Texts<
      'Id' | 'ServiceId' | 'AccountId' | 'AccountType' | 'State' | 'Origin' | 'CreatedUtc' | 'UpdatedUtc'
    >,
    Texts<'RateId' | 'RequestedResourceCategoryId' | 'ScheduledStartUtc' | 'ScheduledEndUtc'>,
    // The vendor has renamed these and still sends them.
    Texts<'StartUtc' | 'EndUtc'>,
    MaybeTexts<'BookerId' | 'AssignedResourceId' | 'TravelAgencyId' | 'ChannelNumber'>,
    MaybeTexts<'CancelledUtc' | 'CancellationReason' | 'ActualStartUtc'> {
  PersonCounts: { AgeCategoryId: string; Count: number }[]
}

export interface OrderItem extends Texts<'Id' | 'ServiceOrderId' | 'Type' | 'UpdatedUtc'> {
  UnitAmount: Amount
  Amount: Amount
  AccountingState: 'Open' | 'Closed' | 'Inactive' | 'Canceled'
  CanceledUtc: string | null
}

/** Fields of which nothing is known. */
export const nulls = (...names: string[]): Record<string, null> =>
  Object.fromEntries(names.map((name) => [name, null]))

export interface Hotel {
  placeNumber: number
  enterprise: Enterprise
  /** What is slept in; the others are not. */
  stay: Service
  parking: Service
  meeting: Service
  /** The rate that everybody may book. */
  flexible: Rate
}

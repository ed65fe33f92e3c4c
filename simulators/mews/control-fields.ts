import { readFields, readObject } from '../kit/fields.ts'

/** The control interface can set these fields of a reservation. */
const settable = {
  State: 'text',
  Origin: 'text',
  CommanderOrigin: 'text',
  RequestedResourceCategoryId: 'key',
  AssignedResourceId: 'text',
  TravelAgencyId: 'text',
  ChannelNumber: 'text',
  CancellationReason: 'text',
  ScheduledStartUtc: 'instant',
  ScheduledEndUtc: 'instant',
  PersonCounts: 'list',
} as const
/** The control interface can set these fields of a room type. */
export const ofCategory = {
  IsActive: 'bool',
  Type: 'text',
  Names: 'object',
  Descriptions: 'object',
  Capacity: 'int',
  ExtraCapacity: 'int',
  Ordering: 'int',
} as const
export const ofCustomer = { FirstName: 'text', LastName: 'text', Email: 'text', Phone: 'text' } as const

/** `extra` holds the nightly price and the guest's profile, which are records of their own. */
export function readInput(input: unknown) {
  const { NightlyGross, Customer, ...fields } = readObject(input)
  return { fields: readFields(settable, fields, []), extra: { NightlyGross, Customer } }
}

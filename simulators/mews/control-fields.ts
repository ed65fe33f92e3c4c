import { readFields, readObject } from '../kit/fields.ts'

/** Fields of a reservation that can be set from outside. */
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
/** Beside them: what each night costs, and fields of the guest's profile. Both are records of their own. */
const besides = ['NightlyGross', 'Customer']
export const ofCustomer = { FirstName: 'text', LastName: 'text', Email: 'text', Phone: 'text' } as const

export function readInput(input: unknown) {
  const body = readObject(input)
  const extra = Object.fromEntries(Object.entries(body).filter(([name]) => besides.includes(name)))
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !besides.includes(name)))
  return { fields: readFields(settable, rest, []), extra }
}

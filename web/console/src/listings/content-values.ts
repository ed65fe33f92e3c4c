/** The fields of the form of texts and times, and the body that saves the changed ones. Pure. */
import type { ContentBody, ListingDetail } from './listing-data.ts'

const yesNoFields = [
  'allowsChildren',
  'allowsInfants',
  'allowsPets',
  'allowsSmoking',
  'allowsEvents',
] as const
const policyTexts = [
  'cancellationPolicy',
  'quietHoursStart',
  'quietHoursEnd',
  'checkInMethod',
  'checkInInstruction',
] as const
const countFields = ['maxGuests', 'bedrooms', 'beds', 'bathrooms'] as const

export { yesNoFields }

type ContentName =
  | 'title'
  | 'summary'
  | 'description'
  | 'houseRules'
  | 'checkInTimeStart'
  | 'checkInTimeEnd'
  | 'checkOutTime'
  | (typeof yesNoFields)[number]
  | (typeof policyTexts)[number]
  | (typeof countFields)[number]

/** Every value as its field shows it; what is not known is empty. */
export type ContentValues = Readonly<Record<ContentName, string>>

/** A time as the browser's field takes it; other words of a source, such as FLEXIBLE, are shown beside it. */
function timeOf(told: string | null | undefined): string {
  const [, hour, minute] = /^(\d{1,2})(?::(\d\d))?(?::\d\d)?$/.exec(told ?? '') ?? []
  return hour === undefined || Number(hour) > 23 ? '' : `${hour.padStart(2, '0')}:${minute ?? '00'}`
}

const yesNo = (value: boolean | null | undefined): string => (value == null ? '' : value ? 'yes' : 'no')

export function valuesOf({ content, details, policies, publicName }: ListingDetail): ContentValues {
  return {
    title: publicName ?? content?.name ?? '',
    summary: content?.summary ?? '',
    description: content?.description ?? '',
    houseRules: content?.houseRules ?? '',
    checkInTimeStart: timeOf(details?.checkInTimeStart),
    checkInTimeEnd: timeOf(details?.checkInTimeEnd),
    checkOutTime: timeOf(details?.checkOutTime),
    maxGuests: String(details?.personCapacity ?? ''),
    bedrooms: String(details?.bedrooms ?? ''),
    beds: String(details?.beds ?? ''),
    bathrooms: details?.bathrooms ?? '',
    allowsChildren: yesNo(policies?.allowsChildren),
    allowsInfants: yesNo(policies?.allowsInfants),
    allowsPets: yesNo(policies?.allowsPets),
    allowsSmoking: yesNo(policies?.allowsSmoking),
    allowsEvents: yesNo(policies?.allowsEvents),
    cancellationPolicy: policies?.cancellationPolicy ?? '',
    quietHoursStart: timeOf(policies?.quietHoursStart),
    quietHoursEnd: timeOf(policies?.quietHoursEnd),
    checkInMethod: policies?.checkInMethod ?? '',
    checkInInstruction: policies?.checkInInstruction ?? '',
  }
}

export type ContentEdits = Partial<ContentValues>

/** Only what differs from what is stored: fields that nobody touched are not written. */
export function changedOf(stored: ContentValues, edits: ContentEdits): ContentEdits {
  return Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => value !== stored[name as ContentName]),
  )
}

const textOrNull = (value: string) => (value.trim() === '' ? null : value)
const numberOrNull = (value: string) => (value.trim() === '' ? null : Number(value))
const flagOrNull = (value: string) => (value === '' ? null : value === 'yes')

/** The fields of one part of the body that were changed. */
function partOf<Value>(
  changed: ContentEdits,
  names: readonly ContentName[],
  read: (value: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = changed[name]
      return value === undefined ? [] : [[name, read(value)]]
    }),
  )
}

export function bodyOf(changed: ContentEdits): ContentBody {
  const occupancy = partOf(changed, countFields, numberOrNull)
  const policies = {
    ...partOf(
      changed,
      ['checkInTimeStart', 'checkInTimeEnd', 'checkOutTime', 'houseRules', ...policyTexts],
      textOrNull,
    ),
    ...partOf(changed, yesNoFields, flagOrNull),
  }
  return {
    ...partOf(changed, ['title', 'summary', 'description'], textOrNull),
    ...(Object.keys(occupancy).length === 0 ? {} : { occupancy }),
    ...(Object.keys(policies).length === 0 ? {} : { policies }),
  }
}

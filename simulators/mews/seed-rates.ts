import { addDays, dayStartMs } from '../kit/clock.ts'
import type { SeededRandom } from '../kit/random.ts'
import { guid } from './guid.ts'
import { midnight, moment } from './moments.ts'
import type { AgeCategory, Rate, Restriction } from './records.ts'
import type { House } from './seed-enterprise.ts'
import type { Store } from './store.ts'

const noRate = { ExactRateId: null, BaseRateId: null, RateGroupId: null }
const noCategory = { ResourceCategoryId: null, ResourceCategoryType: null }

/** Seeds a public rate, one that depends on it, one for companies, and one that is switched off. */
export function seedRates(store: Store, house: House, today: string, random: SeededRandom): void {
  const at = moment(dayStartMs(addDays(today, -1000)))
  const group = guid(random)
  const add = (name: string, more: Partial<Rate>, serviceId = house.stay.Id): Rate =>
    store.rates.add({
      Id: guid(random),
      GroupId: group,
      ServiceId: serviceId,
      BaseRateId: null,
      IsBaseRate: more.BaseRateId === undefined,
      BusinessSegmentId: null,
      IsActive: true,
      IsEnabled: true,
      IsPublic: true,
      IsDefault: name === 'Fully flexible',
      Type: more.IsPublic === false ? 'Private' : 'Public',
      Names: { [house.enterprise.DefaultLanguageCode]: name },
      ShortName: null,
      UpdatedUtc: at,
      ExternalNames: null,
      Description: null,
      ExternalIdentifier: null,
      TaxExemptionReason: null,
      TaxExemptionLegalReference: null,
      factor: 1,
      ...more,
    } as Rate)
  const flexible = add('Fully flexible', {})
  add('Non-refundable', { BaseRateId: flexible.Id, factor: 0.9 })
  add('Company', { IsPublic: false, factor: 0.85 })
  add('Last summer', { IsEnabled: false, factor: 0.8 })
  add('Parking by night', {}, house.parking.Id)
  const restricted = { house, flexible, today, random }
  for (const restriction of inventRestrictions(store, restricted)) store.restrictions.add(restriction)
  seedAges(store, house, at, random)
}

interface RestrictionSeed {
  house: House
  flexible: Rate
  today: string
  random: SeededRandom
}

/** Invents one of each kind that hotels use. */
function inventRestrictions(
  store: Store,
  { house, flexible, today, random }: RestrictionSeed,
): Restriction[] {
  const { TimeZoneIdentifier } = house.enterprise
  const between = (first: number, last: number) => ({
    StartUtc: midnight(addDays(today, first), TimeZoneIdentifier),
    EndUtc: midnight(addDays(today, last), TimeZoneIdentifier),
  })
  const category = store.sellable().find(({ ServiceId }) => ServiceId === house.stay.Id)?.Id ?? null
  const other = store.rates.values().find(({ BaseRateId }) => BaseRateId === flexible.Id)?.Id ?? null
  type Conditions = Restriction['Conditions']
  const make = (conditions: Partial<Conditions>, exceptions: object | null): Restriction =>
    ({
      Id: guid(random),
      ServiceId: house.stay.Id,
      ExternalIdentifier: null,
      Origin: random.pick(['User', 'Integration']),
      Conditions: {
        ...noRate,
        ...noCategory,
        StartUtc: null,
        EndUtc: null,
        Days: null,
        Hours: null,
        ...conditions,
      },
      Exceptions: exceptions && { ...noExceptions, ...exceptions },
    }) as Restriction
  const weekend = ['Friday', 'Saturday']
  return [
    make(
      { Type: 'Start', Days: weekend, ExactRateId: flexible.Id, ...between(10, 90) },
      { MinLength: 'P0M2DT0H0M0S' },
    ),
    make({ Type: 'Stay', ResourceCategoryType: 'Suite', ...between(30, 60) }, { MinLength: 'P0M3DT0H0M0S' }),
    make({ Type: 'Start', ResourceCategoryId: category, ...between(20, 21) }, null),
    make({ Type: 'End', Days: ['Sunday'], BaseRateId: flexible.Id, ...between(40, 70) }, null),
    make({ Type: 'Stay', ResourceCategoryId: category, ...between(100, 102) }, null),
    make({ Type: 'Stay', RateGroupId: flexible.GroupId }, { MaxLength: 'P0M28DT0H0M0S' }),
    make({ Type: 'Start', ExactRateId: other, ...between(0, 300) }, { MinAdvance: 'P0M14DT0H0M0S' }),
  ]
}

const noExceptions = {
  MinAdvance: null,
  MaxAdvance: null,
  MinLength: null,
  MaxLength: null,
  MinPrice: null,
  MaxPrice: null,
}

function seedAges(store: Store, house: House, at: string, random: SeededRandom): void {
  const groups = [
    ['Adults', 'Adult', 13, null],
    ['Children', 'Child', 3, 12],
    ['Infants', 'Child', 0, 2],
  ] as const
  for (const [name, classification, youngest, oldest] of groups) {
    store.ages.add({
      Id: guid(random),
      ServiceId: house.stay.Id,
      MinimalAge: youngest,
      MaximalAge: oldest,
      Names: { 'en-US': name },
      ShortNames: null,
      CreatedUtc: at,
      UpdatedUtc: at,
      Classification: classification,
      IsActive: true,
      ExternalIdentifier: null,
    } as AgeCategory)
  }
}

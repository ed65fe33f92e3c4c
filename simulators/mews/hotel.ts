/** Hotels, which are there before their room types, with services, rates, ages and features. */
import { homeNames } from '../kit/phrases.ts'
import { placeOf } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import { nulls } from './records.ts'
import type { AgeCategory, Enterprise, Feature, Hotel, Rate, Service } from './records.ts'
import type { Store } from './store.ts'

export function addHotel(store: Store, index: number, placeNumber: number, random: SeededRandom): Hotel {
  const enterprise = store.enterprises.add(inventEnterprise(store, index, placeNumber, random))
  const services = addServices(store, enterprise)
  const flexible = addRates(store, enterprise, services)
  addAges(store, services.stay)
  for (const Classification of ['SeaView', 'Balcony', 'AirConditioning', 'PrivateBathroom', 'Kitchenette']) {
    const texts = { Names: { 'en-US': Classification }, ShortNames: {}, Descriptions: {} }
    store.features.add({ ...store.made(), ServiceId: services.stay.Id, Classification, ...texts } as Feature)
  }
  return { placeNumber, enterprise, ...services, flexible }
}

/** A portfolio's token shows a hotel that does not exist as its own. */
export function standIn(store: Store, { enterprise }: Hotel): Enterprise {
  return { ...enterprise, Id: store.newId(), Name: 'Portfolio', IsPortfolio: true } as Enterprise
}

function inventEnterprise(
  store: Store,
  index: number,
  placeNumber: number,
  random: SeededRandom,
): Enterprise {
  const place = placeOf(placeNumber)
  const isNet = place.countryCode === 'US'
  const { CreatedUtc, UpdatedUtc } = store.made()
  const history = 'P0M7DT0H0M0S'
  const [Id, AddressId] = [store.newId(), store.newId()]
  return {
    ...{ Id, ChainId: store.chainId, ChainName: 'Linden Hotels' },
    ...{ Name: `Hotel ${homeNames[index % homeNames.length]}` },
    ...{ CreatedUtc, UpdatedUtc, LinkedUtc: CreatedUtc, TimeZoneIdentifier: place.timeZone },
    LegalEnvironmentCode: place.countryCode,
    AccommodationEnvironmentCode: place.countryCode,
    AccountingEnvironmentCode: place.countryCode,
    TaxEnvironmentCode: `${place.countryCode}-2026`,
    DefaultLanguageCode: `${place.language}-${place.countryCode}`,
    AccountingEditableHistoryInterval: history,
    OperationalEditableHistoryInterval: history,
    EditableHistoryInterval: history,
    WebsiteUrl: 'https://hotel.example.com',
    ...{ Email: 'desk@hotel.example.com', Phone: `+4930${random.digits(7)}` },
    ...nulls('ExternalIdentifier', 'HoldingKey', 'ShortName', 'BusinessDayClosingOffset', 'LogoImageId'),
    ...nulls('CoverImageId', 'TaxPrecision', 'AccountingConfiguration'),
    Pricing: isNet ? 'Net' : 'Gross',
    AddressId,
    Address: {
      Id: AddressId,
      Line1: `${random.pick(place.streets)} ${random.int(1, 90)}`,
      ...{ Line2: null, City: place.city, PostalCode: place.zip, CountryCode: place.countryCode },
      CountrySubdivisionCode: isNet ? 'US-NC' : null,
      ...{ Latitude: place.lat, Longitude: place.lng },
    },
    ...{ GroupNames: [], Subscription: { TaxIdentifier: null }, IsPortfolio: false },
    Currencies: [
      { Currency: place.currency, IsDefault: true, IsEnabled: true },
      { Currency: place.currency === 'EUR' ? 'USD' : 'EUR', IsDefault: false, IsEnabled: true },
    ],
  } as Enterprise
}

function addServices(store: Store, { Id: EnterpriseId, DefaultLanguageCode }: Enterprise) {
  const add = (name: string, Discriminator: Service['Data']['Discriminator'], Value: object): Service =>
    store.services.add({
      ...{ ...store.made(), EnterpriseId, Names: { [DefaultLanguageCode]: name } },
      ...{ Options: { BillAsPackage: false }, Ordering: store.services.size },
      ...{ Data: { Discriminator, Value }, ExternalIdentifier: null },
      // The vendor has deprecated this field and still sends it.
      Name: name,
    } as Service)
  const bookable = (name: string, unit: string, start = 'P0M0DT0H0M0S', end = start): Service =>
    add(name, 'Bookable', {
      ...{ StartOffset: start, EndOffset: end, TimeUnitPeriod: unit },
      ...{ OccupancyStartOffset: start, OccupancyEndOffset: end },
    })
  const stay = bookable('Stay', 'Day', 'P0M0DT15H0M0S', 'P0M0DT11H0M0S')
  const [parking, meeting] = [bookable('Parking', 'Day'), bookable('Meeting rooms', 'Hour')]
  const never = { BeforeCheckIn: false, AfterCheckIn: false, BeforeCheckOut: false, AfterCheckOut: false }
  add('Restaurant', 'Additional', { Promotions: { ...never, DuringStay: true, DuringCheckOut: false } })
  return { stay, parking, meeting }
}

/** Adds a public rate, one that depends on it, one for companies, one that is switched off, and one for cars. */
function addRates(
  store: Store,
  { DefaultLanguageCode }: Enterprise,
  { stay, parking }: Pick<Hotel, 'stay' | 'parking'>,
): Rate {
  const GroupId = store.newId()
  const add = (name: string, { IsPublic = true, ...more }: Partial<Rate> & { IsPublic?: boolean }): Rate => {
    const { Id, IsActive, UpdatedUtc } = store.made()
    return store.rates.add({
      ...{ Id, GroupId, ServiceId: stay.Id, BaseRateId: null, IsBaseRate: more.BaseRateId === undefined },
      ...{ IsActive, IsEnabled: true, IsPublic, IsDefault: name === 'Fully flexible' },
      ...{ Type: IsPublic ? 'Public' : 'Private', Names: { [DefaultLanguageCode]: name }, UpdatedUtc },
      ...nulls('BusinessSegmentId', 'ShortName', 'ExternalNames', 'Description', 'ExternalIdentifier'),
      ...nulls('TaxExemptionReason', 'TaxExemptionLegalReference'),
      ...{ factor: 1, ...more },
    } as Rate)
  }
  const flexible = add('Fully flexible', {})
  add('Non-refundable', { BaseRateId: flexible.Id, factor: 0.9 })
  add('Company', { IsPublic: false, factor: 0.85 })
  add('Last summer', { IsEnabled: false, factor: 0.8 })
  add('Parking by night', { ServiceId: parking.Id })
  return flexible
}

function addAges(store: Store, { Id: ServiceId }: Service): void {
  for (const [name, Classification, MinimalAge, MaximalAge] of [
    ['Adults', 'Adult', 13, null],
    ['Children', 'Child', 3, 12],
    ['Infants', 'Child', 0, 2],
  ] as const) {
    const texts = { Names: { 'en-US': name }, ...nulls('ShortNames', 'ExternalIdentifier') }
    const age = { ...store.made(), ServiceId, MinimalAge, MaximalAge, ...texts, Classification }
    store.ages.add(age as AgeCategory)
  }
}

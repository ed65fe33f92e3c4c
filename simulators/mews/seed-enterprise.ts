import { addDays, dayStartMs } from '../kit/clock.ts'
import { homeNames } from '../kit/phrases.ts'
import { places } from '../kit/places.ts'
import type { SeedPlace } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import { guid } from './guid.ts'
import { chainId } from './invent-customer.ts'
import { moment } from './moments.ts'
import type { Enterprise, Service } from './records.ts'
import type { Store } from './store.ts'

/** A hotel with its services: one with rooms, and some without. */
export interface House {
  enterprise: Enterprise
  place: SeedPlace
  stay: Service
  parking: Service
  meeting: Service
}

export function seedHouse(store: Store, index: number, today: string, random: SeededRandom): House {
  const place = random.pick(places)
  const madeAt = moment(dayStartMs(addDays(today, -1500)) + index * 60_000)
  const chain = { ChainId: chainId, ChainName: 'Linden Hotels' }
  const enterprise = store.enterprises.add({
    ...inventEnterprise(place, random),
    ...chain,
    Name: `Hotel ${homeNames[index % homeNames.length] ?? 'Linden'}`,
    CreatedUtc: madeAt,
    UpdatedUtc: madeAt,
    LinkedUtc: madeAt,
  } as Enterprise)
  const service = (name: string, data: Service['Data']) =>
    store.services.add({
      Id: guid(random),
      EnterpriseId: enterprise.Id,
      IsActive: true,
      Names: { [enterprise.DefaultLanguageCode]: name },
      Options: { BillAsPackage: false },
      Ordering: store.services.size,
      Data: data,
      ExternalIdentifier: null,
      CreatedUtc: madeAt,
      UpdatedUtc: madeAt,
      // The vendor has deprecated this field and still sends it.
      Name: name,
    } as Service)
  const bookable = (unit: string, start: string, end: string): Service['Data'] => ({
    Discriminator: 'Bookable',
    Value: {
      StartOffset: start,
      EndOffset: end,
      OccupancyStartOffset: start,
      OccupancyEndOffset: end,
      TimeUnitPeriod: unit,
    },
  })
  const stay = service('Stay', bookable('Day', 'P0M0DT15H0M0S', 'P0M0DT11H0M0S'))
  const parking = service('Parking', bookable('Day', 'P0M0DT0H0M0S', 'P0M0DT0H0M0S'))
  const meeting = service('Meeting rooms', bookable('Hour', 'P0M0DT0H0M0S', 'P0M0DT0H0M0S'))
  service('Restaurant', { Discriminator: 'Additional', Value: { Promotions: promotions } })
  return { enterprise, place, stay, parking, meeting }
}

const promotions = {
  BeforeCheckIn: false,
  AfterCheckIn: false,
  DuringStay: true,
  BeforeCheckOut: false,
  AfterCheckOut: false,
  DuringCheckOut: false,
}

/** A portfolio's token shows a hotel that does not exist as its own. */
export function standIn(first: Enterprise, random: SeededRandom): Enterprise {
  return { ...first, Id: guid(random), Name: 'Portfolio', IsPortfolio: true }
}

function inventEnterprise(place: SeedPlace, random: SeededRandom) {
  const isNet = place.countryCode === 'US'
  const addressId = guid(random)
  return {
    Id: guid(random),
    ExternalIdentifier: null,
    HoldingKey: null,
    ShortName: null,
    TimeZoneIdentifier: place.timeZone,
    LegalEnvironmentCode: place.countryCode,
    AccommodationEnvironmentCode: place.countryCode,
    AccountingEnvironmentCode: place.countryCode,
    TaxEnvironmentCode: `${place.countryCode}-2026`,
    DefaultLanguageCode: `${place.language}-${place.countryCode}`,
    AccountingEditableHistoryInterval: 'P0M7DT0H0M0S',
    OperationalEditableHistoryInterval: 'P0M7DT0H0M0S',
    EditableHistoryInterval: 'P0M7DT0H0M0S',
    BusinessDayClosingOffset: null,
    WebsiteUrl: 'https://hotel.example.com',
    Email: 'desk@hotel.example.com',
    Phone: `+4930${random.digits(7)}`,
    LogoImageId: null,
    CoverImageId: null,
    Pricing: isNet ? 'Net' : 'Gross',
    TaxPrecision: null,
    AddressId: addressId,
    Address: {
      Id: addressId,
      Line1: `${random.pick(place.streets)} ${random.int(1, 90)}`,
      Line2: null,
      City: place.city,
      PostalCode: place.zip,
      CountryCode: place.countryCode,
      CountrySubdivisionCode: isNet ? 'US-NC' : null,
      Latitude: place.lat,
      Longitude: place.lng,
    },
    GroupNames: [],
    Subscription: { TaxIdentifier: null },
    Currencies: [
      { Currency: place.currency, IsDefault: true, IsEnabled: true },
      { Currency: place.currency === 'EUR' ? 'USD' : 'EUR', IsDefault: false, IsEnabled: true },
    ],
    AccountingConfiguration: null,
    IsPortfolio: false,
  }
}

import { homeNames } from '../kit/phrases.ts'
import { placeOf, roundMoney, type SeedPlace } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Apartment } from './records.ts'
import type { Store } from './store.ts'
import { apartmentTypes, equipments } from './vocabulary.ts'

export function seedApartments(store: Store, count: number, random: SeededRandom): void {
  for (let index = 0; index < count; index++) {
    const draw = random.fork(`apartment ${index}`)
    const place = placeOf(index)
    const nightly = draw.chance(0.9) ? roundMoney(draw.int(60, 340) * place.perEuro, place.currency) : null
    const apartment = inventApartment(store.nextId('apartment', 398_101), { place, nightly }, draw)
    store.lodgings.set(apartment.id, { apartment, nightly })
  }
}

function inventApartment(
  id: number,
  { place, nightly }: { place: SeedPlace; nightly: number | null },
  random: SeededRandom,
): Apartment {
  const spread = () => (random.next() - 0.5) / 20
  const isPlaced = random.chance(0.9)
  return {
    id,
    name: `${random.pick(homeNames)} ${place.city}`,
    location: {
      street: isPlaced ? `${random.pick(place.streets)} ${random.int(1, 140)}` : '',
      zip: place.zip,
      city: place.city,
      country: place.country,
      latitude: isPlaced ? (place.lat + spread()).toFixed(13) : '0.0000000000000',
      longitude: isPlaced ? (place.lng + spread()).toFixed(13) : '0.0000000000000',
    },
    timeZone: place.timeZone,
    rooms: {
      maxOccupancy: random.int(2, 9),
      bedrooms: random.int(1, 4),
      bathrooms: random.int(1, 2),
      doubleBeds: random.int(1, 3),
      singleBeds: random.chance(0.5) ? random.int(1, 4) : null,
      sofaBeds: null,
      couches: null,
      childBeds: null,
      queenSizeBeds: null,
      kingSizeBeds: 0,
    },
    equipments: random.shuffled(equipments).slice(0, random.int(2, 6)),
    currency: place.currency,
    // The website's text, which may differ much from a night's real price.
    price: { minimal: '10.00', maximal: String(nightly ?? 100) },
    type: { id: random.int(1, 4), name: random.pick(apartmentTypes) },
  }
}

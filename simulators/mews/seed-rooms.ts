import { addDays, dayStartMs } from '../kit/clock.ts'
import { roundMoney } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import { guid } from './guid.ts'
import { moment } from './moments.ts'
import type { Category, Feature, Resource } from './records.ts'
import type { House } from './seed-enterprise.ts'
import type { Store } from './store.ts'

const kinds = [
  ['Double room', 'Room', 2],
  ['Suite', 'Suite', 4],
  ['Apartment', 'Apartment', 5],
  ['Single room', 'Room', 1],
  ['Bed in dorm', 'Bed', 1],
  ['Family room', 'Room', 4],
] as const
const grades = ['Classic', 'Superior', 'Garden', 'Deluxe', 'Attic']
const classifications = ['SeaView', 'Balcony', 'AirConditioning', 'PrivateBathroom', 'Kitchenette'] as const
const states = ['Clean', 'Dirty', 'Inspected', 'Clean', 'OutOfService', 'OutOfOrder']

interface RoomSeed {
  store: Store
  house: House
  madeAt: string
  random: SeededRandom
}

/** Fields of every row that was made with the house. */
const madeRow = ({ madeAt, random }: Pick<RoomSeed, 'madeAt' | 'random'>) => ({
  Id: guid(random),
  IsActive: true,
  CreatedUtc: madeAt,
  UpdatedUtc: madeAt,
})

/** Seeds a room type with its rooms, pictures and features. */
export function seedCategory(
  store: Store,
  house: House,
  index: number,
  today: string,
  random: SeededRandom,
): void {
  const madeAt = moment(dayStartMs(addDays(today, -1200)) + index * 60_000)
  const making = { store, house, madeAt, random }
  const [kind, type, capacity] = kinds[index % kinds.length] ?? kinds[0]
  const name = `${grades[Math.floor(index / kinds.length) % grades.length] ?? 'Classic'} ${kind.toLowerCase()}`
  const extra = type === 'Bed' ? 0 : random.int(0, 2)
  const category = addCategory(making, house.stay.Id, { name, type, capacity, extra, index })
  const rooms = addRooms(making, category, type === 'Bed' ? 4 : random.int(1, 5), 101 + index * 100)
  addPictures(making, category)
  const features = store.features.values().filter(({ ServiceId }) => ServiceId === house.stay.Id)
  for (const feature of features) addFeature(making, feature, rooms)
  const price = roundMoney(random.int(60, 320) * house.place.perEuro, house.place.currency)
  const adjustments = new Map(
    Array.from({ length: random.int(0, 6) }, () => [
      addDays(today, random.int(1, 200)),
      random.pick([-1, -1, 1]),
    ]),
  )
  store.sides.set(category.Id, { price, adjustments })
}

/** Seeds what other services offer, a retired room type, and one that is only an extra bed. */
export function seedOtherCategories(store: Store, house: House, today: string, random: SeededRandom): void {
  const madeAt = moment(dayStartMs(addDays(today, -1300)))
  const making = { store, house, madeAt, random }
  const others = [
    [house.parking.Id, 'Garage', 'ParkingSpot', true, 3],
    [house.meeting.Id, 'Salon', 'MeetingRoom', true, 1],
    [house.stay.Id, 'Extra bed', 'ExtraBed', true, 2],
    [house.stay.Id, 'Old wing', 'Room', false, 1],
  ] as const
  for (const [serviceId, name, type, isActive, rooms] of others) {
    const category = addCategory(making, serviceId, { name, type, capacity: 1, extra: 0, index: 900 })
    category.IsActive = isActive
    addRooms(making, category, rooms, 900)
    store.sides.set(category.Id, { price: 10, adjustments: new Map() })
  }
}

export function seedFeatures(store: Store, house: House, today: string, random: SeededRandom): void {
  const madeAt = moment(dayStartMs(addDays(today, -1400)))
  for (const classification of classifications) {
    store.features.add({
      ...madeRow({ madeAt, random }),
      ServiceId: house.stay.Id,
      Classification: classification,
      Names: { 'en-US': classification },
      ShortNames: {},
      Descriptions: {},
    } as Feature)
  }
}

function addCategory(
  { store, house, random }: RoomSeed,
  serviceId: string,
  category: { name: string; type: string; capacity: number; extra: number; index: number },
): Category {
  const language = house.enterprise.DefaultLanguageCode
  return store.categories.add({
    Id: guid(random),
    EnterpriseId: house.enterprise.Id,
    ServiceId: serviceId,
    IsActive: true,
    Type: category.type,
    Classification: 'DoubleBed',
    Names: { [language]: category.name, ...(random.chance(0.5) ? { 'fr-FR': `${category.name} (fr)` } : {}) },
    ShortNames: { [language]: category.name.slice(0, 3).toUpperCase() },
    Descriptions: random.chance(0.7) ? { [language]: `${category.name}, quiet & bright.\nWith "wifi".` } : {},
    Ordering: category.index,
    Capacity: category.capacity,
    ExtraCapacity: category.extra,
    ExternalIdentifier: null,
    AccountingCategoryId: null,
  } as Category)
}

/** Beds stand in a room that is not sold itself; some types have a retired room. */
function addRooms(making: RoomSeed, category: Category, count: number, firstNumber: number): Resource[] {
  const { store } = making
  const parent = category.Type === 'Bed' ? addResource(making, `Dorm ${firstNumber}`, null).Id : null
  const rooms = Array.from({ length: count }, (_, index) =>
    addResource(making, String(firstNumber + index), parent),
  )
  const closedRooms = category.Ordering % 8 === 3 ? [addResource(making, `${firstNumber}-old`, null)] : []
  for (const resource of closedRooms) resource.IsActive = false
  for (const resource of [...rooms, ...closedRooms]) {
    store.assignments.add({ ...madeRow(making), ResourceId: resource.Id, CategoryId: category.Id })
  }
  return rooms
}

function addResource(making: RoomSeed, name: string, parent: string | null): Resource {
  const { store, house, random } = making
  return store.resources.add({
    ...madeRow(making),
    EnterpriseId: house.enterprise.Id,
    ParentResourceId: parent,
    Name: name,
    State: random.pick(states),
    Descriptions: {},
    ExternalNames: {},
    Directions: {},
    Data: { Discriminator: 'Space', Value: { FloorNumber: name.slice(0, 1), LocationNotes: null } },
  } as Resource)
}

function addPictures(making: RoomSeed, category: Category): void {
  const { store, random } = making
  for (let ordering = random.int(0, 4); ordering > 0; ordering--) {
    const row = { ...madeRow(making), CategoryId: category.Id, ImageId: guid(random), Ordering: ordering }
    store.images.add(row)
  }
}

/** Most features belong to all rooms of a type or to none, some only to the better ones. */
function addFeature(making: RoomSeed, feature: Feature, rooms: Resource[]): void {
  const having = making.random.pick([rooms, [], rooms.slice(0, Math.ceil(rooms.length / 2))])
  for (const { Id: ResourceId } of having) {
    making.store.featureAssignments.add({ ...madeRow(making), ResourceId, FeatureId: feature.Id })
  }
}

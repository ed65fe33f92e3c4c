/** Room types with their rooms, pictures and features. */
import { addDays } from '../kit/clock.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { InventedHome } from '../kit/world/projection.ts'
import { nulls, type Category, type Hotel, type Resource } from './records.ts'
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
const states = ['Clean', 'Dirty', 'Inspected', 'Clean', 'OutOfService', 'OutOfOrder']

/** A room type that is sold, which is a home of the world. */
export function addRoomType(store: Store, home: InventedHome): Category {
  const { number, random } = home
  const hotel = store.hotelOf(number)
  const [kind, Type, Capacity] = kinds[number % kinds.length] ?? kinds[0]
  const grade = grades[Math.floor(number / kinds.length) % grades.length]
  const [name, ServiceId] = [`${grade} ${kind.toLowerCase()}`, hotel.stay.Id]
  const sold = { Ordering: number, Capacity, ExtraCapacity: Type === 'Bed' ? 0 : random.int(0, 2) }
  const category = addCategory(store, hotel, name, { ServiceId, Type, ...sold }, random)
  const rooms = addRooms(store, category, Type === 'Bed' ? 4 : random.int(1, 5), 101 + number * 100, random)
  for (let Ordering = random.int(0, 4); Ordering > 0; Ordering -= 1) {
    const image = { CategoryId: category.Id, ImageId: store.newId(), Ordering }
    store.images.add({ ...store.made(), ...image })
  }
  // Most features belong to all rooms of a type or to none, some only to the better ones.
  for (const { Id: FeatureId } of store.features.all().filter((feature) => feature.ServiceId === ServiceId)) {
    for (const { Id: ResourceId } of random.pick([rooms, [], rooms.slice(0, Math.ceil(rooms.length / 2))]))
      store.featureAssignments.add({ ...store.made(), ResourceId, FeatureId })
  }
  const adjustments = Array.from({ length: random.int(0, 6) }, () => {
    return [addDays(store.today(), random.int(1, 200)), random.pick([-1, -1, 1])] as const
  })
  store.adjustments.set(category.Id, new Map(adjustments))
  store.homes.set(category.Id, home)
  return category
}

/** Adds what other services offer, a room type that was given up, and one that is only an extra bed. */
export function addOtherTypes(store: Store, hotel: Hotel, random: SeededRandom): void {
  for (const [{ Id: ServiceId }, name, Type, IsActive, rooms] of [
    [hotel.parking, 'Garage', 'ParkingSpot', true, 3],
    [hotel.meeting, 'Salon', 'MeetingRoom', true, 1],
    [hotel.stay, 'Extra bed', 'ExtraBed', true, 2],
    [hotel.stay, 'Old wing', 'Room', false, 1],
  ] as const) {
    const fields = { ServiceId, Type, IsActive, Ordering: 900, Capacity: 1, ExtraCapacity: 0 }
    addRooms(store, addCategory(store, hotel, name, fields, random), rooms, 900, random)
  }
}

function addCategory(
  store: Store,
  { enterprise: { Id: EnterpriseId, DefaultLanguageCode: language } }: Hotel,
  name: string,
  fields: object,
  random: SeededRandom,
): Category {
  return store.categories.add({
    ...{ Id: store.newId(), EnterpriseId, IsActive: true, Classification: 'DoubleBed', ...fields },
    Names: { [language]: name, ...(random.chance(0.5) ? { 'fr-FR': `${name} (fr)` } : {}) },
    ShortNames: { [language]: name.slice(0, 3).toUpperCase() },
    Descriptions: random.chance(0.7) ? { [language]: `${name}, quiet & bright.\nWith "wifi".` } : {},
    ...nulls('ExternalIdentifier', 'AccountingCategoryId'),
  } as unknown as Category)
}

/** Beds stand in a room that is not sold itself; some types have a room that was given up. */
function addRooms(
  store: Store,
  { Id: CategoryId, EnterpriseId, Type, Ordering }: Category,
  count: number,
  firstNumber: number,
  random: SeededRandom,
): Resource[] {
  const add = (Name: string, ParentResourceId: string | null, isActive = true): Resource => {
    const data = { Discriminator: 'Space', Value: { FloorNumber: Name.slice(0, 1), LocationNotes: null } }
    const texts = { Descriptions: {}, ExternalNames: {}, Directions: {}, Data: data }
    const own = { EnterpriseId, ParentResourceId, Name, State: random.pick(states), ...texts }
    return store.resources.add({ ...store.made(), IsActive: isActive, ...own } as Resource)
  }
  const parent = Type === 'Bed' ? add(`Dorm ${firstNumber}`, null).Id : null
  const rooms = Array.from({ length: count }, (_, index) => add(String(firstNumber + index), parent))
  const closedRooms = Ordering % 8 === 3 ? [add(`${firstNumber}-old`, null, false)] : []
  for (const { Id: ResourceId } of [...rooms, ...closedRooms])
    store.assignments.add({ ...store.made(), ResourceId, CategoryId })
  store.rooms.set(CategoryId, rooms)
  return rooms
}

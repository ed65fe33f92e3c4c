import type { SimulatorTools } from '../kit/definition.ts'
import { places } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { WorldEvent } from '../kit/world/projection.ts'
import { seedWorld } from '../kit/world/seed-world.ts'
import { World } from '../kit/world/world.ts'
import { addInventedCharges, settleCharges } from './charges.ts'
import { addHotel, standIn } from './hotel.ts'
import { mewsProjection, type MewsKinds, type MewsWorld } from './projection.ts'
import type { Enterprise, Reservation } from './records.ts'
import { addOtherTypes } from './rooms.ts'
import { addBlocks, addCompanies, addParking, addRestrictions, settleStays } from './seed.ts'
import { Store } from './store.ts'

/** The hotels that an access token reaches: the world of their stays, and the rows beside it. */
export class Portfolio {
  readonly store: Store
  readonly world: MewsWorld
  /** `configuration/get` shows this one without an enterprise: the hotel, or a portfolio's stand-in. */
  readonly own: Enterprise
  readonly #random: SeededRandom

  constructor(tools: SimulatorTools, hotelCount: number) {
    const { random, portfolio } = tools
    this.#random = random.fork('charges')
    const store = new Store(tools)
    this.store = store
    const firstPlace = random.fork('places').int(0, places.length - 1)
    for (let index = 0; index < hotelCount; index += 1) {
      const own = random.fork(`hotel ${index}`)
      store.hotels.push(addHotel(store, index, firstPlace + index, own))
      if (portfolio.listings > 0) addOtherTypes(store, store.hotelOf(index), own)
    }
    this.own = hotelCount > 1 ? standIn(store, store.hotelOf(0)) : store.hotelOf(0).enterprise
    addCompanies(store)
    this.world = new World(tools, mewsProjection(store))
    seedWorld(this.world, tools)
    settleStays(this.world.stays.all(), store.today())
    // Lists show what was made last first, and the world has its stays by arrival.
    for (const row of this.world.stays.all().toSorted(byMaking)) this.#admit(row)
    const isStay = this.world.stays.size > 0
    for (const hotel of store.hotels) {
      addRestrictions(store, hotel, random.fork('restrictions'))
      if (isStay) addParking(store, hotel, this.world.nextNumber('stay', 0), this.#random)
    }
    addBlocks(store, random.fork('blocks'))
    this.world.onEvent((event) => this.#follow(event))
  }

  /** Returns reservations that are no stays. */
  others(): Reservation[] {
    return this.store.reservations.all().filter(({ Id }) => this.world.stays.get(Id) === undefined)
  }

  #follow(event: WorldEvent<MewsKinds>): void {
    if (event.family !== 'stay') return
    const { row, action } = event
    if (action === 'created') this.#admit(row)
    else if (action === 'deleted') {
      this.store.reservations.remove(row)
      this.store.dropItems(row.Id)
    } else settleCharges(this.store, row)
  }

  /** What the application books comes with its charges. */
  #admit(row: Reservation): void {
    this.store.reservations.add(row)
    if (this.store.itemsOf(row.Id).length === 0) addInventedCharges(this.store, row, this.#random)
  }
}

const byMaking = (left: Reservation, right: Reservation): number =>
  left.CreatedUtc.localeCompare(right.CreatedUtc)

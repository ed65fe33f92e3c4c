import { addDays, dayStartMs, secondOf } from '../kit/clock.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import { LateGuests } from '../kit/late-guests.ts'
import type { InventedHome } from '../kit/world/projection.ts'
import { Collection } from './collection.ts'
import type * as rows from './records.ts'

/** Holds the rows that lists show: the world's own, and those that only this vendor has. */
export class Store {
  readonly hotels: rows.Hotel[] = []
  readonly enterprises = new Collection<rows.Enterprise>()
  readonly services = new Collection<rows.Service>()
  readonly categories = new Collection<rows.Category>()
  readonly resources = new Collection<rows.Resource>()
  readonly assignments = new Collection<rows.Assignment>()
  readonly images = new Collection<rows.ImageAssignment>()
  readonly features = new Collection<rows.Feature>()
  readonly featureAssignments = new Collection<rows.FeatureAssignment>()
  readonly blocks = new Collection<rows.ResourceBlock>()
  readonly ages = new Collection<rows.AgeCategory>()
  readonly rates = new Collection<rows.Rate>()
  readonly restrictions = new Collection<rows.Restriction>()
  readonly customers = new Collection<rows.Customer>()
  readonly companies = new Collection<rows.Company>()
  readonly reservations = new Collection<rows.Reservation>()
  readonly orderItems = new Collection<rows.OrderItem>()
  /** Room types that are sold, as they were invented, by id. */
  readonly homes = new Map<string, InventedHome>()
  /** Rooms in use, by room type. */
  readonly rooms = new Map<string, readonly rows.Resource[]>()
  /** Rooms more or less than there are, by room type and day. */
  readonly adjustments = new Map<string, ReadonlyMap<string, number>>()
  /** Written prices with taxes, by root rate, room type and day. */
  readonly prices = new Map<string, number>()
  /** Customers by the world's number of a guest. */
  readonly guests = new Map<number, rows.Customer>()
  /** Late guest data changes the profile only, not the reservation. */
  readonly lateGuests: LateGuests<rows.Customer>
  readonly customerListeners: ((customer: rows.Customer) => void)[] = []
  readonly #tools: SimulatorTools
  readonly #account: string
  readonly #itemsByStay = new Map<string, rows.OrderItem[]>()
  #ids = 0
  readonly chainId: string
  /** The hotel's own profile, and the integration's, as makers of what they write. */
  readonly staffId: string
  readonly connectorId: string

  constructor(tools: SimulatorTools) {
    this.#tools = tools
    this.#account = tools.random.fork('ids').hex(8)
    this.chainId = this.newId()
    this.staffId = this.newId()
    this.connectorId = this.newId()
    this.lateGuests = new LateGuests(tools, (customer) => this.changeCustomer(customer, {}))
  }

  /** Ids are made of the account and a running number. */
  newId(): string {
    this.#ids += 1
    return `${this.#account}-7e3b-4d10-8a5c-${this.#ids.toString(16).padStart(12, '0')}`
  }

  now(): string {
    return secondOf(this.#tools.clock.nowMs())
  }

  today(): string {
    return this.#tools.clock.today()
  }

  /** Fields of a row that is older than the account's reservations. */
  made() {
    const at = secondOf(dayStartMs(addDays(this.today(), -1500)))
    return { Id: this.newId(), IsActive: true, CreatedUtc: at, UpdatedUtc: at }
  }

  /** The hotels have the room types in turn. */
  hotelOf(number: number): rows.Hotel {
    return this.hotels[number % this.hotels.length] as rows.Hotel
  }

  /** The hotel of a row, or the first one for changes that do not name any. */
  enterpriseOf(row: { ServiceId?: string | undefined }): rows.Enterprise {
    const id = this.services.get(row.ServiceId)?.EnterpriseId
    return (this.enterprises.get(id) ?? this.hotels[0]?.enterprise) as rows.Enterprise
  }

  zoneOf(row: { ServiceId?: string | undefined }): string {
    return this.enterpriseOf(row).TimeZoneIdentifier
  }

  roomsOf({ Id }: rows.Category): readonly rows.Resource[] {
    return this.rooms.get(Id) ?? []
  }

  addItem(item: rows.OrderItem): rows.OrderItem {
    this.#itemsByStay.set(item.ServiceOrderId, [...this.itemsOf(item.ServiceOrderId), item])
    return this.orderItems.add(item)
  }

  itemsOf(reservationId: string): rows.OrderItem[] {
    return this.#itemsByStay.get(reservationId) ?? []
  }

  dropItems(reservationId: string): void {
    for (const item of this.itemsOf(reservationId)) this.orderItems.remove(item)
    this.#itemsByStay.delete(reservationId)
  }

  changeCustomer(customer: rows.Customer, fields: Partial<rows.Customer>): rows.Customer {
    Object.assign(customer, this.lateGuests.take(customer), fields, { UpdatedUtc: this.now() })
    for (const listener of this.customerListeners) listener(customer)
    return customer
  }
}

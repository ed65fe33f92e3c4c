import { Collection } from './collection.ts'
import type {
  AgeCategory,
  Assignment,
  Category,
  Company,
  Customer,
  Enterprise,
  Feature,
  FeatureAssignment,
  ImageAssignment,
  OrderItem,
  Rate,
  Reservation,
  Resource,
  ResourceBlock,
  Restriction,
  Service,
} from './records.ts'

/** What nights of each category cost and how availability was adjusted; kept beside the vendor's records. */
export interface CategorySide {
  /** Of a weekday night, taxes included. */
  price: number
  adjustments: Map<string, number>
}

const notSleptIn = ['ParkingSpot', 'MeetingRoom', 'ExtraBed']

/** Everything the access token reaches. */
export class Store {
  /** What `configuration/get` says without an enterprise: the hotel, or the stand-in of a portfolio. */
  own: Enterprise | undefined
  readonly enterprises = new Collection<Enterprise>()
  readonly services = new Collection<Service>()
  readonly categories = new Collection<Category>()
  readonly resources = new Collection<Resource>()
  readonly assignments = new Collection<Assignment>()
  readonly images = new Collection<ImageAssignment>()
  readonly features = new Collection<Feature>()
  readonly featureAssignments = new Collection<FeatureAssignment>()
  readonly blocks = new Collection<ResourceBlock>()
  readonly ages = new Collection<AgeCategory>()
  readonly rates = new Collection<Rate>()
  readonly restrictions = new Collection<Restriction>()
  readonly customers = new Collection<Customer>()
  readonly companies = new Collection<Company>()
  readonly reservations = new Collection<Reservation>()
  readonly orderItems = new Collection<OrderItem>()
  readonly sides = new Map<string, CategorySide>()
  /** Prices that were written, taxes included: by root rate, category and day. */
  readonly prices = new Map<string, number>()
  readonly #itemsByStay = new Map<string, OrderItem[]>()
  #rooms: Map<string, Resource[]> | undefined

  /** Room types that can be sold, as opposed to parking spaces, halls and what was deleted. */
  sellable(): Category[] {
    return this.categories.values().filter((row) => row.IsActive && !notSleptIn.includes(row.Type))
  }

  isStay(reservation: Reservation): boolean {
    const type = this.categories.get(reservation.RequestedResourceCategoryId)?.Type ?? ''
    return !notSleptIn.includes(type)
  }

  /** Rooms in use; seeded once and never changed. */
  rooms(categoryId: string): Resource[] {
    this.#rooms ??= this.#groupRooms()
    return this.#rooms.get(categoryId) ?? []
  }

  addItem(item: OrderItem): OrderItem {
    this.#itemsByStay.set(item.ServiceOrderId, [...this.itemsOf(item.ServiceOrderId), item])
    return this.orderItems.add(item)
  }

  itemsOf(reservationId: string): OrderItem[] {
    return this.#itemsByStay.get(reservationId) ?? []
  }

  erase(reservation: Reservation): void {
    this.reservations.delete(reservation.Id)
    this.dropItems(reservation.Id)
  }

  dropItems(reservationId: string): void {
    for (const item of this.itemsOf(reservationId)) this.orderItems.delete(item.Id)
    this.#itemsByStay.delete(reservationId)
  }

  enterpriseOf(serviceId: string): Enterprise {
    const enterprise = this.enterprises.get(this.services.get(serviceId)?.EnterpriseId ?? '')
    if (enterprise === undefined) throw new Error(`no enterprise for service ${serviceId}`)
    return enterprise
  }

  #groupRooms(): Map<string, Resource[]> {
    const rooms = new Map<string, Resource[]>()
    for (const { IsActive, CategoryId, ResourceId } of this.assignments.values()) {
      const resource = this.resources.get(ResourceId)
      if (!IsActive || resource?.IsActive !== true) continue
      rooms.set(CategoryId, [...(rooms.get(CategoryId) ?? []), resource])
    }
    return rooms
  }
}

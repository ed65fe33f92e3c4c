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

/** Night prices and availability adjustments of each category, beside the vendor's records. */
export interface CategorySide {
  /** The price of a weekday night with taxes. */
  price: number
  adjustments: Map<string, number>
}

const notSleptIn = ['ParkingSpot', 'MeetingRoom', 'ExtraBed']

/** Holds everything that the access token reaches. */
export class Store {
  /** `configuration/get` shows this one without an enterprise: the hotel, or a portfolio's stand-in. */
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
  /** Written prices with taxes, by root rate, category and day. */
  readonly prices = new Map<string, number>()
  readonly #itemsByStay = new Map<string, OrderItem[]>()
  #rooms: Map<string, Resource[]> | undefined

  /** Returns room types that can be sold, without parking spaces, halls and deleted ones. */
  sellable(): Category[] {
    return this.categories.values().filter((row) => row.IsActive && !notSleptIn.includes(row.Type))
  }

  isStay(reservation: Reservation): boolean {
    const type = this.categories.get(reservation.RequestedResourceCategoryId)?.Type ?? ''
    return !notSleptIn.includes(type)
  }

  /** Rooms in use are seeded once and never change. */
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

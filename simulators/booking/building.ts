/** Properties that are built through the API until they can be opened. */
import type { Account } from './account.ts'
import type { Contracts } from './contracts.ts'
import type { Hotel } from './records.ts'

export interface SentProperty {
  property_name: string
  legal_entity_id: number
  physical_address: { address_line: string; city_name: string; country_code: string; postal_code?: string }
  position: { latitude: number; longitude: number }
  check_in: { from: string; until: string }
  room_count: number
  target: 'test' | 'production'
  currency_code?: string
}

/** Data of a property that does not affect its sales. */
export interface Building {
  property: SentProperty
}

export const states = {
  built: 'XML: Being built',
  ready: 'XML: Ready to open',
  open: 'Open / bookable',
  closed: 'Closed',
  test: 'Test Hotel',
} as const

export class Buildings {
  readonly held = new Map<number, Building>()
  readonly settings = new Map<number, Record<string, unknown>>()
  /** Descriptions of any property, by language. */
  readonly descriptions = new Map<number, Map<string, string>>()
  readonly #account: Account
  readonly #contracts: Contracts

  constructor(account: Account, contracts: Contracts) {
    this.#account = account
    this.#contracts = contracts
  }

  /** Finds a property with the same name, address and position. */
  twinOf({ property_name, physical_address, position }: SentProperty): number | undefined {
    const twin = [...this.held].find(
      ([, { property }]) =>
        property.property_name === property_name &&
        property.physical_address.address_line === physical_address.address_line &&
        property.position.latitude === position.latitude &&
        property.position.longitude === position.longitude,
    )
    return twin?.[0]
  }

  create(property: SentProperty): Hotel {
    const { store } = this.#account
    const id = store.nextId('hotel', 9_400_001)
    const now = new Date(this.#account.nowMs()).toISOString()
    const hotel: Hotel = {
      ...{ id, name: property.property_name, type: 'apartment' },
      ...fieldsOf(property),
      ...{
        pricing_type: 'Standard',
        booking_model: 'IB',
        tax_included: true,
        content_score: 20,
        nightly: 100,
      },
      ...{ connection: 'active', connected_at: now, created: now.slice(0, 19).replace('T', ' ') },
      status: states.built,
    }
    store.hotels.set(id, hotel)
    this.held.set(id, { property })
    const plan = { rate_name: 'Standard Rate', policy: 'Flexible - 1 day', policy_id: 152, share: 1 }
    store.rates.set(id * 10 + 1, {
      id: id * 10 + 1,
      hotel_id: id,
      ...plan,
      is_child_rate: false,
      readonly: false,
    })
    return hotel
  }

  change(hotel: Hotel, property: SentProperty): void {
    Object.assign(hotel, { name: property.property_name }, fieldsOf(property))
    const building = this.held.get(hotel.id)
    if (building !== undefined) building.property = property
  }

  describe(hotel: Hotel, language: string, text: string): void {
    const texts = this.descriptions.get(hotel.id) ?? new Map<string, string>()
    this.descriptions.set(hotel.id, texts.set(language, text))
  }

  /** Lists in words what still must be done. */
  blockers(hotel: Hotel): string[] {
    const building = this.held.get(hotel.id)
    if (building === undefined) return []
    const isSigned = this.#contracts.held.get(building.property.legal_entity_id)?.contract_signed === 1
    return [
      ...(this.#account.store.roomsOf(hotel.id).length === 0 ? ['The property has no units'] : []),
      ...(this.descriptions.has(hotel.id) ? [] : ['The property has no description']),
      ...(isSigned ? [] : ['The contract is not signed']),
    ]
  }

  isTest(hotel: Hotel): boolean {
    return this.held.get(hotel.id)?.property.target === 'test'
  }
}

function fieldsOf({ physical_address, position, currency_code }: SentProperty) {
  const { address_line: address, city_name: city, postal_code: zip = '', country_code } = physical_address
  return { address, city, zip, countrycode: country_code, ...position, currency: currency_code ?? 'EUR' }
}

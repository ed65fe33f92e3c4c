/** Sets properties up at a channel, until guests can book them. */
import type { VendorContext } from './vendor-context.ts'

/** A legal entity is the company that runs properties and signs for them. */
export interface LegalEntityDraft {
  companyName: string
  contactName: string
  contactEmail: string
  /** The code has two letters. */
  country: string
  city: string
}

interface LegalEntity {
  id: string
  signed: boolean
  countries: string[]
}

export interface PropertyDraft {
  /** The marker identifies the property later and has up to 16 characters. */
  marker: string
  name: string
  legalEntityId: string
  isHotel: boolean
  street: string
  city: string
  /** The code has two letters. */
  country: string
  postalCode: string | null
  latitude: number
  longitude: number
  currency: string | null
  checkIn: { from: string; until: string }
  rooms: number
  target: 'test' | 'production'
}

export interface UnitDraft {
  propertyId: string
  marker: string
  units: number
  maxGuests: number
}

export interface BuiltUnit {
  roomId: string
  name: string | null
  units: number
}

export interface PropertyState {
  /** This is the channel's word; null when something prevents reading it. */
  status: string | null
  sellable: boolean
  /** These words say what is still missing until guests can book. */
  blockers: string[]
}

/** The find operations return null when there is none. */
export interface PropertySetup {
  inviteEntity(context: VendorContext, draft: LegalEntityDraft): Promise<{ id: string }>
  findEntity(context: VendorContext, contactEmail: string): Promise<LegalEntity | null>
  createProperty(context: VendorContext, draft: PropertyDraft): Promise<{ id: string }>
  findProperty(context: VendorContext, draft: PropertyDraft): Promise<{ id: string } | null>
  /** Returns null when the property does not say. */
  entityOf(context: VendorContext, propertyId: string): Promise<string | null>
  createUnit(context: VendorContext, draft: UnitDraft): Promise<BuiltUnit>
  findUnit(context: VendorContext, draft: UnitDraft): Promise<BuiltUnit | null>
  unit(context: VendorContext, propertyId: string, roomId: string): Promise<BuiltUnit | null>
  setUnits(context: VendorContext, propertyId: string, roomId: string, units: number): Promise<void>
  check(context: VendorContext, propertyId: string): Promise<PropertyState>
  open(context: VendorContext, propertyId: string): Promise<PropertyState>
}

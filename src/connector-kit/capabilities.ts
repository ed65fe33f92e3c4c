import type { TSchema } from 'typebox'
import type { PmsCapabilities, ReservationCapabilities } from '../contract/capabilities.ts'
import type { WritePolicy } from '../contract/connection.ts'
import type { Connector, VendorOperations } from './connector.ts'
import type { Manifest } from './manifest.ts'
import type { ListingWrites } from './listing-write-operations.ts'

/** An operation may need one of these switches besides existing. */
type Gate = 'none' | 'api bookings' | 'calendar'

/** A capability depends on an operation and on the switch that can turn it off. */
interface Flag {
  present(operations: VendorOperations): boolean
  gate: Gate
}

const never = (): boolean => false
const booking = (present: Flag['present']): Flag => ({ present, gate: 'api bookings' })
const plain = (present: Flag['present']): Flag => ({ present, gate: 'none' })
const listing = (field: keyof ListingWrites['fields']): Flag =>
  plain(({ listingWrites }) => listingWrites?.fields[field] === true)

const reservationFlags = {
  create: booking(({ reservationWrites }) => reservationWrites !== undefined),
  modify: booking(({ reservationWrites }) => reservationWrites?.modify !== undefined),
  cancel: booking(({ reservationWrites }) => reservationWrites?.cancel !== undefined),
  quote: booking(({ reservationWrites }) => reservationWrites?.quote !== undefined),
  customPrice: booking(
    ({ reservationWrites }) =>
      reservationWrites !== undefined && reservationWrites.fields.customPrice !== 'no',
  ),
}

const pmsFlags = {
  reservations: {
    respond: booking(({ requestAnswers }) => requestAnswers !== undefined),
    preapprove: booking(({ preApprovals }) => preApprovals !== undefined),
  },
  reviews: {
    read: plain(({ reviews }) => reviews !== undefined),
    reply: plain(({ reviewWrites }) => reviewWrites !== undefined),
  },
  listings: {
    title: listing('title'),
    descriptions: listing('descriptions'),
    times: listing('times'),
    capacity: listing('capacity'),
    amenities: listing('amenities'),
    houseRules: listing('houseRules'),
    address: listing('address'),
    photosAdd: listing('photosAdd'),
    photosDelete: listing('photosDelete'),
    photosReorder: listing('photosReorder'),
    photoCaptions: listing('photoCaptions'),
  },
  guests: {
    create: plain(({ guestWrites }) => guestWrites?.create !== undefined),
    update: plain(({ guestWrites }) => guestWrites?.update !== undefined),
  },
  conversations: {
    send: plain(({ messageWrites }) => messageWrites !== undefined),
    attachments: plain(({ messageWrites }) => messageWrites !== undefined && messageWrites.files !== null),
    channelSelect: plain(({ messageWrites }) => (messageWrites?.channels.length ?? 0) > 0),
  },
  calendar: { write: { present: ({ calendarWrites }) => calendarWrites !== undefined, gate: 'calendar' } },
  // Nothing reads payments or tasks yet, whatever the vendor offers.
  payments: { read: plain(never) },
  tasks: { read: plain(never), write: plain(never) },
} satisfies Record<string, Record<string, Flag>>

export interface CapabilityState {
  connected: boolean
  /** True shows what a connection would offer, for an account that is not connected yet. */
  prospective?: boolean
  writePolicy: WritePolicy
}

/**
 * True when only the account books its listings. Channels book for their guests alone, so nights sold elsewhere stay open there; a
 * sandbox's channels have no guests.
 */
export const keepsReservations = ({ manifest, callsNobody }: Connector): boolean =>
  manifest.category === 'pms' || !callsNobody

/** True of channels and channel managers: listings kept elsewhere are sold through their accounts. */
export const takesListings = ({
  category,
  isChannelManager,
}: Pick<Manifest, 'category' | 'isChannelManager'>): boolean =>
  category === 'ota' || isChannelManager === true

export const sellerIds = (connectors: Readonly<Record<string, Pick<Connector, 'manifest'>>>): string[] =>
  Object.values(connectors).flatMap(({ manifest }) => (takesListings(manifest) ? manifest.id : []))

/**
 * Switches of a new connection. Hotels keep prices and availability themselves, and bookings known only from third parties are off until
 * enabled. Channels take no bookings from here, and a server setting guards their uncertain calls.
 */
export function defaultWritePolicy(
  manifest: Pick<Manifest, 'category' | 'isChannelManager' | 'model' | 'verifiedAgainst'>,
): WritePolicy {
  const { category, model, verifiedAgainst } = manifest
  // A hotel's front desk decides in its own system, but not where its rooms are only sold.
  const calendar = model === 'home' || takesListings(manifest)
  const booked = category === 'ota' || verifiedAgainst !== 'third_party'
  return {
    calendar: { availability: calendar, rates: calendar, restrictions: calendar },
    reservations: { website: booked, dashboard: booked, api: booked },
  }
}

/** Computes what works for a listing of this PMS: implemented, connected and allowed. */
export function capabilitiesOf<C extends TSchema>(
  { manifest, operations }: Connector<C>,
  state: CapabilityState,
): { reservations: ReservationCapabilities; pms: PmsCapabilities } {
  const usable = state.connected || state.prospective === true
  const open: Record<Gate, boolean> = {
    none: usable,
    'api bookings': usable && state.writePolicy.reservations.api,
    calendar: usable && Object.values(state.writePolicy.calendar).some(Boolean),
  }
  const isSet = (flag: Flag): boolean => open[flag.gate] && flag.present(operations)
  return {
    reservations: {
      managedBy: 'pms',
      provider: manifest.id,
      ...flagsOf(reservationFlags, isSet),
      notes: manifest.notes.reservations,
      verifiedAgainst: manifest.verifiedAgainst,
    },
    pms: {
      provider: manifest.id,
      connected: state.connected,
      reservations: flagsOf(pmsFlags.reservations, isSet),
      reviews: flagsOf(pmsFlags.reviews, isSet),
      listings: flagsOf(pmsFlags.listings, isSet),
      guests: flagsOf(pmsFlags.guests, isSet),
      conversations: flagsOf(pmsFlags.conversations, isSet),
      calendar: flagsOf(pmsFlags.calendar, isSet),
      payments: flagsOf(pmsFlags.payments, isSet),
      tasks: flagsOf(pmsFlags.tasks, isSet),
      notes: { listings: manifest.notes.listings },
    },
  }
}

function flagsOf<K extends string>(
  flags: Record<K, Flag>,
  isSet: (flag: Flag) => boolean,
): Record<K, boolean> {
  const entries = Object.entries<Flag>(flags).map(([name, flag]) => [name, isSet(flag)])
  return Object.fromEntries(entries) as Record<K, boolean>
}

import type { TSchema } from 'typebox'
import type { PmsCapabilities, ReservationCapabilities } from '../contract/capabilities.ts'
import type { WritePolicy } from '../contract/connection.ts'
import type { Connector, Manifest, Operations } from './connector.ts'

export type PmsWritePolicy = WritePolicy

/** What an operation must be allowed by, besides being there. */
type Gate = 'none' | 'api bookings' | 'calendar'

/** A flag is the presence of an operation and the switch that can turn it off. */
interface Flag {
  present(operations: Operations): boolean
  gate: Gate
}

// Takes the place of the presence check until the operation exists in `Operations`.
const notYet = (): boolean => false
const write: Flag = { present: notYet, gate: 'none' }
const booking: Flag = { present: notYet, gate: 'api bookings' }

const reservationFlags = {
  create: booking,
  modify: booking,
  cancel: booking,
  quote: booking,
  customPrice: booking,
}

const pmsFlags = {
  reservations: { respond: booking, preapprove: booking },
  reviews: {
    read: { present: ({ reviews }: Operations) => reviews !== undefined, gate: 'none' },
    reply: write,
  },
  listings: {
    title: write,
    descriptions: write,
    times: write,
    capacity: write,
    amenities: write,
    houseRules: write,
    address: write,
    photosAdd: write,
    photosDelete: write,
    photosReorder: write,
    photoCaptions: write,
  },
  guests: { create: write, update: write },
  conversations: { send: write, attachments: write, channelSelect: write },
  calendar: { write: { present: notYet, gate: 'calendar' } },
  payments: { read: { present: notYet, gate: 'none' } },
  tasks: { read: { present: notYet, gate: 'none' }, write },
} satisfies Record<string, Record<string, Flag>>

export interface CapabilityState {
  connected: boolean
  /** true: what a connection would bring, for an account that is not connected yet. */
  prospective?: boolean
  writePolicy: PmsWritePolicy
}

/** The switches a new connection starts with: hotels keep prices and availability in their own hands. */
export function defaultWritePolicy(model: Manifest['model']): PmsWritePolicy {
  const calendar = model === 'home'
  return {
    calendar: { availability: calendar, rates: calendar, restrictions: calendar },
    reservations: { website: true, dashboard: true, api: true },
  }
}

/** What can be done for a listing kept in this PMS: present in the connector, connected, and allowed. */
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

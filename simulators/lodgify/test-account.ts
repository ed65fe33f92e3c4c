import type { TestContext } from 'node:test'
import type { SimulatorOptions } from '../index.ts'
import { openSimulator, type OpenSimulator } from '../kit/testing/open-simulator.ts'
import type { Booking, Enquiry, Message, Thread } from './booking-record.ts'
import type { RoomType } from './property-record.ts'

interface HeldState {
  listings: (Omit<RoomType, 'id'> & { id: string; room_type_id: number; property: { id: number } })[]
  reservations: (Booking | (Omit<Enquiry, 'id'> & { id: string; type: 'Enquiry' }))[]
  conversations: (Thread & { id: string })[]
  messages: (Message & { conversationId: string })[]
}

export interface ListAnswer<T> {
  count: number | null
  items: T[]
}

export interface TestAccount extends OpenSimulator<HeldState> {
  /** Returns the bookings of the state, without enquiries. */
  bookings(): Booking[]
}

/** Opens a simulator and stops it when the test ends. */
export async function openAccount(t: TestContext, options: SimulatorOptions = {}): Promise<TestAccount> {
  const account = await openSimulator<HeldState>(t, 'lodgify', options, {
    prefix: '',
    headers: ({ credentials }) => ({ 'x-apikey': credentials.apiKey ?? '' }),
  })
  const isBooking = (row: HeldState['reservations'][number]): row is Booking => typeof row.id === 'number'
  return { ...account, bookings: () => account.state().reservations.filter(isBooking) }
}

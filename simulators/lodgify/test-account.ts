import type { TestContext } from 'node:test'
import type { SimulatorOptions } from '../index.ts'
import { openSimulator, type JsonRow, type OpenSimulator } from '../kit/testing/open-simulator.ts'
import { isBooking, type Booking, type Enquiry, type Message, type Room } from './records.ts'

interface HeldState {
  listings: (Omit<Room, 'id'> & { id: string; room_type_id: number; property: JsonRow & { id: number } })[]
  reservations: (Booking | (Omit<Enquiry, 'id'> & { id: string; type: 'Enquiry' }))[]
  conversations: { id: string; reservationId: number | string }[]
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
  const bookings = () => account.state().reservations.filter((row) => isBooking(row as Booking)) as Booking[]
  return { ...account, bookings }
}

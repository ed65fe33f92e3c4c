/** A workspace whose property of Booking.com is connected and imported, beside a simulator that guests act on. */
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'

export interface BookingWorld extends VendorWorld {
  hotelId: string
  /** Something that guests or the property do at Booking.com itself. */
  there<T extends object>(path: string, body?: object): Promise<T>
  /** Read once more. */
  readAgain(): Promise<void>
}

export const base = '/v1/channels/booking'

export async function startBookingWorld(
  options: Parameters<typeof startVendorWorld>[1] = {},
): Promise<BookingWorld> {
  const world = await startVendorWorld('booking', { listings: 3, ...options })
  const { hotelId } = world.simulator.credentials as { hotelId: string }
  return Object.assign(world, {
    hotelId,
    async there<T extends object>(path: string, body: object = {}) {
      const answer = await fetch(`${world.simulator.url}/_control${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return (await answer.json()) as T
    },
    readAgain: () => world.pass(1800),
  })
}

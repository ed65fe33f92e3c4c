import { ControlError } from './control-error.ts'
import type { VendorOperations, VendorRecord } from './definition.ts'

/** Changes of an account after it was seeded, in the vendor's own rows. */
export interface VendorAccount<Stay extends object, Listing extends object> {
  book(fields: unknown): Stay
  change(id: string, fields: unknown): Stay
  cancel(id: string, options: unknown): Stay
  remove(id: string): void
  changeListing(id: string, fields: unknown): Listing
}

/** Shows the vendor's rows to the person who drives the simulator, each with its id as `id`. */
export interface ControlView<Stay, Listing> {
  /** Returns everything held, without families that the vendor does not have. */
  state(): Record<string, readonly object[]>
  /** Parts that the state contains only on request. */
  parts: Readonly<Record<string, () => unknown>>
  stay?(row: Stay): VendorRecord
  listing?(row: Listing): VendorRecord
  /** Absent if messages are not simulated. */
  createMessage?(message: unknown): VendorRecord
  /** The address that a person enters; absent if webhooks are registered through the API. */
  webhook?: { set(input: unknown): VendorRecord }
}

export function operationsOf<Stay extends object, Listing extends object>(
  account: VendorAccount<Stay, Listing>,
  view: ControlView<Stay, Listing>,
): VendorOperations {
  const { stay = (row: Stay): VendorRecord => row, listing = (row: Listing): VendorRecord => row } = view
  const { parts, webhook, createMessage = withoutMessages } = view
  return {
    state: (include) => {
      const unknown = [...include].find((part) => !Object.hasOwn(parts, part))
      if (unknown !== undefined) {
        throw new ControlError(`include knows ${Object.keys(parts).join(', ')}, not "${unknown}"`)
      }
      const none = { listings: [], reservations: [], conversations: [], messages: [], reviews: [] }
      const more = [...include].map((part) => [part, parts[part]?.()])
      return { ...none, ...view.state(), ...Object.fromEntries(more) }
    },
    createReservation: (fields) => stay(account.book(fields)),
    updateReservation: (id, fields) => stay(account.change(id, fields)),
    cancelReservation: (id, options) => stay(account.cancel(id, options)),
    deleteReservation: (id) => account.remove(id),
    createMessage,
    updateListing: (id, fields) => listing(account.changeListing(id, fields)),
    ...(webhook === undefined ? {} : { setWebhook: (input) => webhook.set(input) }),
  }
}

function withoutMessages(): never {
  throw new ControlError('messages of this vendor are not simulated')
}

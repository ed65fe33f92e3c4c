/**
 * Some vendors have one webhook address per partner: it receives changes of all accounts, and questions while
 * a guest waits.
 */
import type { InboundHint } from './inbound-delivery.ts'
import type { VendorContext } from './vendor-context.ts'

export interface AppRequest {
  method: 'GET' | 'POST' | 'PUT'
  /**
   * These are all names of the address, including the vendor's own: hosts without port, paths without query.
   */
  addresses: readonly { host: string; path: string }[]
  /** This is the path below the address. */
  under: string | null
  query: object
  headers: Readonly<Record<string, string | undefined>>
  rawBody: Buffer
  receivedAt: Date
}

/** A stay that a guest wants to book or change. */
export interface StayQuestion {
  listingExternalId: string
  checkIn: string
  nights: number
  /** Set if the stay exists already; the nights it holds do not count against it. */
  confirmationCode: string | null
}

/** Asks to confirm to the vendor that a booking was stored. */
export interface BookingReceipt {
  /** The id is the same as in `reservations`. */
  externalId: string
  /** The vendor expects this token in the confirmation. */
  token: string
  action: 'BOOKED' | 'MODIFIED' | 'CANCELLED'
}

/** The changes concern accounts that have this host or one of these listings. */
export interface AccountNews {
  accountExternalId: string | null
  listingExternalIds: readonly string[]
  hints: readonly InboundHint[]
  /** The vendor waits for the confirmation of these bookings. */
  receipts?: readonly BookingReceipt[]
  /** The vendor must be called to see whether the account can still be reached. */
  isAboutAccess?: true
}

export type AppDelivery =
  /** The request does not prove that the vendor sent it. */
  | { kind: 'forged' }
  | { kind: 'unreadable'; problem: string; field?: string }
  | { kind: 'question'; question: StayQuestion; answer(isFree: boolean): object }
  | { kind: 'news'; news: readonly AccountNews[]; answer: object }

/** The vendor failed to deliver this notice. */
export interface AppNotice {
  id: string
  news: readonly AccountNews[]
}

export interface AppWish {
  url: string
  /** The vendor keeps this secret of ours with the address. */
  apiKey: string
}

export interface AppWebhook {
  receive(request: AppRequest): AppDelivery
  /**
   * Makes sure that the address is registered as wished and returns notices that failed. The server calls it
   * periodically, with any account's client.
   */
  keep?(context: VendorContext, wish: AppWish): Promise<AppNotice[]>
  /** Confirms that a booking is stored under `code`. Idempotent. */
  confirm?(context: VendorContext, receipt: BookingReceipt & { code: string }): Promise<void>
}

export const unreadable = (problem: string, field?: string): AppDelivery => ({
  kind: 'unreadable',
  problem,
  ...(field === undefined ? {} : { field }),
})

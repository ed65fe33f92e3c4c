/** Vendors with one webhook address per partner: it receives changes of all accounts, and questions while a guest waits. */
import type { InboundHint } from './inbound-delivery.ts'
import type { VendorContext } from './vendor-context.ts'

export interface AppRequest {
  method: 'GET' | 'POST' | 'PUT'
  /** Names of the address, including the vendor's own: hosts without port, paths without query. */
  addresses: readonly { host: string; path: string }[]
  /** The path below the address. */
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
  /** The code of the stay if it exists; the nights it holds do not count against it. */
  confirmationCode: string | null
}

/** A request to confirm that a booking was stored. */
export interface BookingReceipt {
  /** The booking's id, as in `reservations`. */
  externalId: string
  /** The vendor's token for the confirmation. */
  token: string
  action: 'BOOKED' | 'MODIFIED' | 'CANCELLED'
}

/** Changes of accounts that have this host or one of these listings. */
export interface AccountNews {
  accountExternalId: string | null
  listingExternalIds: readonly string[]
  hints: readonly InboundHint[]
  /** Bookings whose confirmation the vendor waits for. */
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

/** A notice that the vendor failed to deliver. */
export interface AppNotice {
  id: string
  news: readonly AccountNews[]
}

export interface AppWish {
  url: string
  /** A secret of ours that the vendor keeps with the address. */
  apiKey: string
}

export interface AppWebhook {
  receive(request: AppRequest): AppDelivery
  /** Makes sure that the address is registered as wished and returns notices that failed. It runs periodically, with any account's client. */
  keep?(context: VendorContext, wish: AppWish): Promise<AppNotice[]>
  /** Confirms that a booking is stored under `code`. Idempotent. */
  confirm?(context: VendorContext, receipt: BookingReceipt & { code: string }): Promise<void>
}

export const unreadable = (problem: string, field?: string): AppDelivery => ({
  kind: 'unreadable',
  problem,
  ...(field === undefined ? {} : { field }),
})

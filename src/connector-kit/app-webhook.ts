/** Vendors that have one address for all accounts of a partner: they tell there what changed, and ask while a guest waits. */
import type { InboundHint } from './inbound-delivery.ts'
import type { VendorContext } from './vendor-context.ts'

export interface AppRequest {
  method: 'GET' | 'POST' | 'PUT'
  /** Under which names the address is known, the vendor's own among them: hosts without port, paths without query. */
  addresses: readonly { host: string; path: string }[]
  /** What stands behind the address. */
  under: string | null
  query: object
  headers: Readonly<Record<string, string | undefined>>
  rawBody: Buffer
  receivedAt: Date
}

/** A stay that a guest wants, or a change of one. */
export interface StayQuestion {
  listingExternalId: string
  checkIn: string
  nights: number
  /** Under which the stay is known if it is there already: what it holds by itself is not held against it. */
  confirmationCode: string | null
}

/** That a booking was taken in is to be told. */
export interface BookingReceipt {
  /** The booking, as in `reservations`. */
  externalId: string
  /** By which the vendor knows what is confirmed. */
  token: string
  action: 'BOOKED' | 'MODIFIED' | 'CANCELLED'
}

/** Something changed at the accounts that know this host or one of these listings. */
export interface AccountNews {
  accountExternalId: string | null
  listingExternalIds: readonly string[]
  hints: readonly InboundHint[]
  /** Bookings whose receipt the vendor waits for. */
  receipts?: readonly BookingReceipt[]
  /** The vendor is to be asked whether the account can still be reached. */
  isAboutAccess?: true
}

export type AppDelivery =
  /** It does not prove that the vendor sent it. */
  | { kind: 'forged' }
  | { kind: 'unreadable'; problem: string; field?: string }
  | { kind: 'question'; question: StayQuestion; answer(isFree: boolean): object }
  | { kind: 'news'; news: readonly AccountNews[]; answer: object }

/** Something that the vendor could not deliver. */
export interface AppNotice {
  id: string
  news: readonly AccountNews[]
}

export interface AppWish {
  url: string
  /** A word of ours that the vendor keeps with the address. */
  apiKey: string
}

export interface AppWebhook {
  receive(request: AppRequest): AppDelivery
  /**
   * For vendors that take the address by API: sees to it that it is entered as it has to be, and answers what did not arrive there.
   * Done from time to time, with the client of any account.
   */
  keep?(context: VendorContext, wish: AppWish): Promise<AppNotice[]>
  /** Tells that a booking is stored here. `code`: what it is called here. Doing it again does no harm. */
  confirm?(context: VendorContext, receipt: BookingReceipt & { code: string }): Promise<void>
}

export const unreadable = (problem: string, field?: string): AppDelivery => ({
  kind: 'unreadable',
  problem,
  ...(field === undefined ? {} : { field }),
})

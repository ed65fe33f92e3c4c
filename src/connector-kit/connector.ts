/**
 * Defines a vendor adapter: a manifest with facts, and the operations that its API has. Capabilities are
 * computed from the operations present.
 */
import type { Static, TSchema } from 'typebox'
import type { RowFailure } from './paginate.ts'
import type {
  CalendarDayRecord,
  ConversationRecord,
  LinkedListingRecord,
  ListingRecord,
  MessageRecord,
  ReviewRecord,
  StayRecord,
  UnitRecord,
} from '../contract/records.ts'
import type { AccessType } from '../contract/connect-session.ts'
import type { VendorSignals } from './answer.ts'
import type { AccountInfo } from './account-info.ts'
import type { AppWebhook } from './app-webhook.ts'
import type { AuthStrategy } from './auth/auth.ts'
import type { InboundHint, InboundRegistration, InboundRequest } from './inbound-delivery.ts'
import type { Manifest } from './manifest.ts'
import type { PropertyOperations } from './property-operations.ts'
import type { VendorContext } from './vendor-context.ts'
import type { WriteOperations } from './write-operations.ts'

export type { InboundHint, InboundRegistration, InboundRequest, VendorContext }

export interface VendorPage<R> {
  records: R[]
  failures: RowFailure[]
  /**
   * An opaque cursor leads to the next page; null at the end. It is stored, so that a killed run can resume.
   */
  next: string | null
  /** The whole walk has this many rows, if the vendor says. */
  expected?: number
  /** This part repeats recent changes; its rows may have come on earlier pages. */
  again?: true
  /** Rows with these ids equal their stored state (`map-news.ts`). */
  unchanged?: string[]
}

export interface VendorStayPage extends VendorPage<StayRecord> {
  watermark: string | null
  /**
   * Some bookings have several stays; stored stays with the same confirmation code that are missing here have
   * ended. Where codes are not unique, `idPrefix` is what the ids of the booking's stays begin with.
   */
  whole?: { confirmationCode: string; stays: string[]; idPrefix?: string }[]
  /** The server passes this to `acknowledge`. */
  receipt?: unknown
}

export interface VendorOperations extends WriteOperations, PropertyOperations {
  /** Checks the credentials at the vendor and identifies the account. Throws VendorError `credentials` for rejected ones. */
  probe(context: VendorContext): Promise<AccountInfo>
  listings?: {
    page(context: VendorContext, walk: { cursor: string | null }): Promise<VendorPage<ListingRecord>>
    one?(context: VendorContext, externalId: string): Promise<ListingRecord | null>
  }
  /** Some PMSs report the channels of each listing and its ids there. Nothing else uses this. */
  channelLinks?: {
    page(context: VendorContext, walk: { cursor: string | null }): Promise<VendorPage<LinkedListingRecord>>
  }
  units?: {
    page(
      context: VendorContext,
      walk: { listing: ListingRecord; cursor: string | null },
    ): Promise<VendorPage<UnitRecord>>
  }
  calendar?: {
    /**
     * Reads every day of `[from, to]`, both included. `only` reads nothing but availability, where the rest
     * would cost calls of its own.
     */
    range(
      context: VendorContext,
      walk: {
        listing: { externalId: string; unitCount: number }
        from: string
        to: string
        only?: 'open' | undefined
      },
    ): Promise<CalendarDayRecord[]>
    /**
     * While an account is first read, this many nights come first; reading the others leaves more room for
     * urgent calls.
     */
    nearNights?: number
    /** Some vendors return nights of several listings in one call. */
    together?: {
      /** One call takes at most this many listings. */
      listings: number
      /** Returns nights by listing id. Unreadable listings are left out and are read separately. */
      ranges(
        context: VendorContext,
        walk: { listings: readonly { externalId: string; unitCount: number }[]; from: string; to: string },
      ): Promise<ReadonlyMap<string, CalendarDayRecord[]>>
    }
  }
  reservations?: {
    /**
     * `since` null reads every row; otherwise rows changed at or after it, possibly more. The last page's `watermark` starts the next
     * incremental walk. Rows over before `historyFrom` may be left out.
     */
    page(
      context: VendorContext,
      walk: { cursor: string | null; since: string | null; historyFrom?: string },
    ): Promise<VendorStayPage>
    /**
     * Some vendors repeat a stay until it is acknowledged. Called once the page is stored for good; a failure
     * means that it comes again. `unstored` names ids that were not stored.
     */
    acknowledge?(
      context: VendorContext,
      page: { receipt: unknown; unstored: ReadonlySet<string> },
    ): Promise<void>
    /** Returns null when the vendor no longer has it. */
    one?(context: VendorContext, externalId: string): Promise<StayRecord | null>
  }
  conversations?: {
    page(
      context: VendorContext,
      walk: { cursor: string | null; since: string | null },
    ): Promise<VendorPage<ConversationRecord> & { watermark: string | null }>
    one?(context: VendorContext, externalId: string): Promise<ConversationRecord | null>
    /** Reads the thread of an inquiry; null when there is none or it has no message. */
    ofInquiry?(context: VendorContext, inquiryExternalId: string): Promise<ConversationRecord | null>
  }
  messages?: {
    page(
      context: VendorContext,
      walk: {
        conversationExternalId: string
        /** Some vendors find a conversation only among given listings, so the listing is passed if known. */
        listingExternalId?: string | null
        cursor: string | null
      },
    ): Promise<VendorPage<MessageRecord>>
  }
  reviews?: {
    page(context: VendorContext, walk: { cursor: string | null }): Promise<VendorPage<ReviewRecord>>
  }
  inbound?: {
    /**
     * Says how deliveries are authenticated; by default with a signature or password. `address` means only by
     * the secret URL, which is checked before `receive`.
     */
    proof?: 'address'
    /** The vendor also sends notices as the query of a GET; they are passed as the body. */
    byQuery?: true
    /** `secrets` are those credentials that prove deliveries, by key. */
    register(
      context: VendorContext,
      target: { url: string; secrets?: Record<string, string> },
    ): Promise<InboundRegistration>
    unregister(context: VendorContext, registration: InboundRegistration): Promise<void>
    /**
     * Some vendors test an address while it is registered, and register none that refuses. Such a delivery is accepted
     * before the registration is stored, and means nothing.
     */
    isHealthCheck?(body: unknown): boolean
    /** Verifies and reads a delivery; returns null when it is not proven to be the vendor's. */
    receive(request: InboundRequest, registration: InboundRegistration): InboundHint[] | null
  }
}

/** An owner can allow each of these kinds of writes separately. */
export type WriteNeed = 'guests' | 'listings' | 'messages' | 'reservations' | 'reviews'

/** A person connects these accounts by consenting at the vendor. */
export interface Consent {
  /** The first access level suits most. */
  access: readonly AccessType[]
  /** Returns what a level asks the owner to allow, in the vendor's words. */
  asksFor(access: AccessType): readonly string[]
  /**
   * Builds the address of the vendor's consent page, without `state`. It redirects to `redirectUri` with
   * `code`, which becomes the credential of that name, or with `error`.
   */
  url(request: { baseUrl?: string; redirectUri: string; access: AccessType }): string
  /** Returns what the owner allowed, in the vendor's words; null when the credentials do not say. */
  grantedIn(credentials: unknown): string[] | null
  /** Returns the level closest to what was allowed. */
  levelOf(granted: readonly string[]): AccessType
  /** Each kind of write needs these permissions. */
  needs: Readonly<Record<WriteNeed, readonly string[]>>
}

/** Some vendors know this server by its own partner account, whose values are settings. */
interface Partnership<Credentials extends TSchema = TSchema> {
  /** The partnership needs all of these settings. */
  settings: readonly string[]
  /** These settings are passed on if they are set. */
  optional?: readonly string[]
  /** Owners are asked for these permissions, whoever this server is to the vendor. */
  consent?: Omit<Consent, 'url'>
  /** Makes the connector from the settings. `isElsewhere` means that it calls another address than the vendor's. */
  join(values: Readonly<Record<string, string>>, server: { isElsewhere: boolean }): Connector<Credentials>
}

export interface Connector<Credentials extends TSchema = TSchema> {
  manifest: Manifest
  /** Present while the server's partner account is not set up; nothing can be connected then. */
  partnership?: Partnership<Credentials>
  consent?: Consent
  /** One webhook address serves all accounts, instead of `operations.inbound`. */
  appWebhook?: AppWebhook
  /** The schema applies to the credentials after aliases were resolved. */
  credentials: Credentials
  /** Returns the account id as far as the credentials contain it, before any call. */
  accountOf(credentials: Static<Credentials>): string
  auth(credentials: Static<Credentials>): AuthStrategy
  /** All accounts share what `auth` stores under this name, as the vendor knows only the server's account. */
  sharedAccess?: string
  /** Vendors with several addresses return the account's; the default is the manifest's. */
  baseUrlOf?(credentials: Static<Credentials>): string
  /** The vendor signals errors itself where HTTP statuses do not suffice. */
  signals?: VendorSignals
  /** Its accounts are fictional: clients for it refuse every call. */
  callsNobody?: true
  /** These schemas cover the parts of answers that this connector reads. */
  shapes?: Readonly<Record<string, unknown>>
  operations: VendorOperations
}

export function defineConnector<Credentials extends TSchema>(
  connector: Connector<Credentials>,
): Connector<Credentials> {
  return connector
}

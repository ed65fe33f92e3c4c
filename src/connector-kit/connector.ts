/**
 * What a vendor adapter is: data about the vendor (its manifest) and the operations its API has. Capability is
 * presence: what stands in `operations` can be done, and everything said about capabilities is computed from it.
 */
import type { Static, TSchema } from 'typebox'
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

/** A row that could not be mapped: kept, counted and shown; it never stops a run. */
export interface RowFailure {
  externalId: string
  message: string
  /** The offending part, redacted and cut. */
  excerpt?: string
}

export interface VendorPage<R> {
  records: R[]
  failures: RowFailure[]
  /** Where the walk goes on, or null at its end. Opaque; stored by the engine so that a killed run can resume. */
  next: string | null
  /** How many rows the whole walk has, where the vendor says so. */
  expected?: number
  /** Reads once more what changed lately: its rows may have come on earlier pages of the walk. */
  again?: true
  /** Ids of rows that are as they were when they were stored last (`map-news.ts`). */
  unchanged?: string[]
}

export interface VendorStayPage extends VendorPage<StayRecord> {
  watermark: string | null
  /**
   * Bookings that can be of several stays, each with all of them that stand: what is kept of the booking beyond them has
   * ended. By the confirmation code, which no other booking of the account has.
   */
  whole?: { confirmationCode: string; stays: string[] }[]
  /** What `acknowledge` needs to know. */
  receipt?: unknown
}

export interface VendorOperations extends WriteOperations, PropertyOperations {
  /** Checks the credentials upstream and says whose account it is. Rejected credentials: VendorError `credentials`. */
  probe(context: VendorContext): Promise<AccountInfo>
  listings?: {
    page(context: VendorContext, walk: { cursor: string | null }): Promise<VendorPage<ListingRecord>>
    one?(context: VendorContext, externalId: string): Promise<ListingRecord | null>
  }
  /** On which channels each listing is sold and what it is called there; for PMSs that say so, and read for nothing else. */
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
     * Every day of `[from, to]`, both included. `only`: nothing but whether they are open is of interest, for vendors where
     * everything else takes calls of its own.
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
     * For vendors where a calendar takes many calls: while an account is read for the first time so many nights come first, and
     * the others with more room left for what is urgent.
     */
    nearNights?: number
    /** For vendors that give the nights of several listings at once. */
    together?: {
      /** So many listings at most. */
      listings: number
      /** By the listing's id. One whose nights cannot be read is left out, and asked for by itself. */
      ranges(
        context: VendorContext,
        walk: { listings: readonly { externalId: string; unitCount: number }[]; from: string; to: string },
      ): Promise<ReadonlyMap<string, CalendarDayRecord[]>>
    }
  }
  reservations?: {
    /**
     * `since` null: every row. Otherwise rows changed at or after it (inclusive), possibly more.
     * `watermark` of the last page is where the next incremental walk starts.
     * `historyFrom`: stays that were over before this day are not wanted, by vendors that can leave them out.
     */
    page(
      context: VendorContext,
      walk: { cursor: string | null; since: string | null; historyFrom?: string },
    ): Promise<VendorStayPage>
    /**
     * For vendors that tell a stay until they know that it was taken in. Called when what the page held is stored for good;
     * if it fails, the same is told once more. `unstored`: ids of the page that are not stored.
     */
    acknowledge?(
      context: VendorContext,
      told: { receipt: unknown; unstored: ReadonlySet<string> },
    ): Promise<void>
    /** null: the vendor no longer has it. */
    one?(context: VendorContext, externalId: string): Promise<StayRecord | null>
  }
  conversations?: {
    page(
      context: VendorContext,
      walk: { cursor: string | null; since: string | null },
    ): Promise<VendorPage<ConversationRecord> & { watermark: string | null }>
    one?(context: VendorContext, externalId: string): Promise<ConversationRecord | null>
    /** The thread that an inquiry was asked in; null: there is none, or nothing was written in it. */
    ofInquiry?(context: VendorContext, inquiryExternalId: string): Promise<ConversationRecord | null>
  }
  messages?: {
    page(
      context: VendorContext,
      walk: {
        conversationExternalId: string
        /** The listing it is about, where that is known: some vendors find a conversation among named listings only. */
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
     * What shows that the vendor sent a delivery; a signature or password in it unless told. `address`: nothing but
     * that it came to the secret address, which is checked before `receive` is asked.
     */
    proof?: 'address'
    /** The vendor also sends notices as the query of a GET, which are given as the body. */
    byQuery?: true
    /** `secrets`: the credentials that prove deliveries, by their keys, as far as they were given. */
    register(
      context: VendorContext,
      target: { url: string; secrets?: Record<string, string> },
    ): Promise<InboundRegistration>
    unregister(context: VendorContext, registration: InboundRegistration): Promise<void>
    /** Verifies and reads a delivery; null when it does not prove that the vendor sent it. */
    receive(request: InboundRequest, registration: InboundRegistration): InboundHint[] | null
  }
}

/** What is written at a vendor, as far as an owner allows it or not. */
export type WriteNeed = 'guests' | 'listings' | 'messages' | 'reservations' | 'reviews'

/** Accounts are connected by a person who allows it at the vendor, in place of entering something. */
export interface Consent {
  /** What can be asked for; the first is what most need. */
  access: readonly AccessType[]
  /** What each of them asks the owner to allow, in the vendor's words. */
  asksFor(access: AccessType): readonly string[]
  /**
   * The vendor's page where it is allowed, without `state`. The vendor sends the browser back to `redirectUri` with `code`
   * (which becomes the credential of this name), or with `error`.
   */
  url(asked: { baseUrl?: string; redirectUri: string; access: AccessType }): string
  /** What the owner allowed, in the vendor's words; null: the credentials do not tell. */
  grantedIn(credentials: unknown): string[] | null
  /** The level that comes next to what was allowed. */
  levelOf(granted: readonly string[]): AccessType
  /** What has to be allowed for each kind of writing. */
  needs: Readonly<Record<WriteNeed, readonly string[]>>
}

/** The vendor knows this server by an account of the server's own, whose names and secrets are settings. */
interface Partnership<Credentials extends TSchema = TSchema> {
  /** All of them are needed. */
  settings: readonly string[]
  /** Handed over where they are set. */
  optional?: readonly string[]
  /** What the owner of an account is asked to allow, whoever this server is to the vendor. */
  consent?: Omit<Consent, 'url'>
  /** The connector of the server that has these values, by the names of the settings. `isElsewhere`: it calls another address than the vendor's own. */
  join(values: Readonly<Record<string, string>>, server: { isElsewhere: boolean }): Connector<Credentials>
}

export interface Connector<Credentials extends TSchema = TSchema> {
  manifest: Manifest
  /** Present until the server's own account with the vendor is known: without it nothing can be connected. */
  partnership?: Partnership<Credentials>
  consent?: Consent
  /** The vendor has one address for all accounts, in place of one for each (`operations.inbound`). */
  appWebhook?: AppWebhook
  /** Shape of the credentials after aliases are resolved. */
  credentials: Credentials
  /** The account id as far as the credentials tell it, before any call. */
  accountOf(credentials: Static<Credentials>): string
  auth(credentials: Static<Credentials>): AuthStrategy
  /** By this name all accounts share what `auth` keeps: the vendor knows only the server's own account. */
  sharedAccess?: string
  /** Where this account is reached, for vendors with several places; the manifest's address unless told. */
  baseUrlOf?(credentials: Static<Credentials>): string
  /** How the vendor says things went wrong, where it does not say so by HTTP status. */
  signals?: VendorSignals
  /** Its accounts are made up: whoever opens a client for it gets one that refuses every call. */
  callsNobody?: true
  /** Schemas of the parts of the vendor's answers that are read: the names and words this connector knows. */
  shapes?: Readonly<Record<string, unknown>>
  operations: VendorOperations
}

export function defineConnector<Credentials extends TSchema>(
  connector: Connector<Credentials>,
): Connector<Credentials> {
  return connector
}

/** What is known of a vendor beside its calls: names, limits, how its accounts are connected and read, and why something is missing. */

/** A field of the credential form, as shown to the person who connects the account (`credential-form.ts`). */
export interface CredentialField {
  key: string
  label: string
  /** Where the value is found. */
  help: string
  /** The same words in French. */
  fr: { label: string; help: string }
  secret: boolean
  /** All that may be entered; the first holds when nothing is. */
  choices?: { value: string; label: string; fr: string }[]
  /** Other spellings accepted in the API for the same value. */
  aliases?: string[]
  /** It only proves what the vendor sends to us; calls to the vendor do without. */
  provesInbound?: true
}

/** How many calls the vendor allows, and for whom it counts. */
export interface RateLimit {
  /** `account`: per connected account. `address`: per source address, shared by every account of this server. */
  per: 'account' | 'address'
  calls: number
  windowSeconds: number
}

/**
 * Paths of resources (threads, bookings, listings) with a limit of their own beside the account's: a 429 there pauses that
 * resource alone. `:id` stands for one segment; deeper paths belong to the same resource.
 */
export interface ResourceLimit {
  path: string
}

/** How changed reservations are found between full passes. `queue`: the vendor tells every change until it is acknowledged. */
type SyncStrategy = 'activity-order' | 'updated-since' | 'windowed-scan' | 'queue'

export interface Manifest {
  id: string
  displayName: string
  description: string
  /** Words of the connect page in French. */
  fr: { description: string; webhookByHand?: string }
  /** Where a person enters the webhook address, for vendors that take none by API. */
  webhookByHand?: string
  docsUrl: string
  category: 'pms' | 'ota'
  connectPattern: 'credentials' | 'oauth' | 'activation' | 'claim'
  status: 'live' | 'beta' | 'coming-soon'
  /** `hotel`: a listing is a room type and its rooms are units. */
  model: 'home' | 'hotel'
  baseUrl: string
  credentials: CredentialField[]
  rateLimits: RateLimit[]
  resourceLimits?: readonly ResourceLimit[]
  timeoutMs: number
  sync: {
    reservations: SyncStrategy
    /** The bound of an incremental walk is moved back by this much, for vendors whose clock or filter is coarse. */
    overlapSeconds: number
    /** How far ahead the calendar is read, in days. */
    calendarDays: number
    /** Where the vendor is at home: it takes no nights before yesterday there. Absent: yesterday anywhere on earth. */
    nightsTakenIn?: string
    /** No word of a booking comes from the vendor: who asks for a young answer has what changed read first. */
    staysGoUntold?: true
    /**
     * A request to book takes no night there, and once the host has agreed its guest books what is open: the nights that it holds here
     * are not closed there.
     */
    requestsLeaveNightsOpen?: true
    /** Reservations are read so often although `SYNC_INTERVAL_SECONDS` is longer. */
    staysEverySeconds?: number
  }
  /**
   * What the reservation operations were proven against. `third_party`: the vendor describes no such calls, others tell of
   * them; so they are off until the write policy of a connection turns them on.
   */
  verifiedAgainst: 'sandbox' | 'vendor_docs' | 'third_party'
  /** The latest report of `certify` on a real account: its day, and where it can be read. Absent: there is none. */
  verified?: { date: string; report: string }
  /**
   * `messages`: why guests’ messages are not read, where they are not. `channels`: which channel listings a PMS tells and by
   * what, or why it tells none.
   */
  notes: { reservations: string; listings: string; messages?: string; channels?: string }
  /** What a channel takes from a person on its own pages only: why, and where. */
  byHand?: { requests?: string; preApprovals?: string }
}

/** Facts about a vendor: names, limits, how its accounts are connected and read, and why something is missing. */

/** A field of the credential form, as shown to the person who connects the account (`credential-form.ts`). */
export interface CredentialField {
  key: string
  label: string
  /** Where to find the value. */
  help: string
  /** The French texts. */
  fr: { label: string; help: string }
  secret: boolean
  /** The allowed values; the first is the default. */
  choices?: { value: string; label: string; fr: string }[]
  /** Other names that the API accepts for this value. */
  aliases?: string[]
  /** Only proves the vendor's deliveries; calls do not use it. */
  provesInbound?: true
}

/** A limit on calls, and whom it counts. */
export interface RateLimit {
  /** `account`: per connected account. `address`: per source address, shared by every account of this server. */
  per: 'account' | 'address'
  calls: number
  windowSeconds: number
}

/** Paths of resources with a limit of their own: a 429 pauses that resource alone. `:id` is one segment; deeper paths belong to the same resource. */
export interface ResourceLimit {
  path: string
}

/** How changed reservations are found between full walks. `queue`: the vendor repeats changes until acknowledged. */
type SyncStrategy = 'activity-order' | 'updated-since' | 'windowed-scan' | 'queue'

export interface Manifest {
  id: string
  displayName: string
  description: string
  /** French texts of the connect page. */
  fr: { description: string; webhookByHand?: string }
  /** Where a person enters the webhook address, if the API takes none. */
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
    /** Incremental walks start this much earlier, for vendors with a coarse clock or filter. */
    overlapSeconds: number
    /** How many days ahead the calendar is read. */
    calendarDays: number
    /** The time zone whose yesterday is the first night taken; absent for yesterday anywhere on earth. */
    nightsTakenIn?: string
    /** The vendor sends no news of bookings, so a request for fresh data reads changes first. */
    staysGoUntold?: true
    /** A booking request takes no night there, so nights it holds here stay open there. */
    requestsLeaveNightsOpen?: true
    /** Reads reservations at this interval even if `SYNC_INTERVAL_SECONDS` is longer. */
    staysEverySeconds?: number
  }
  /**
   * What the reservation writes were verified against. `third_party`: only others describe these calls, so they stay off until the write
   * policy enables them.
   */
  verifiedAgainst: 'sandbox' | 'vendor_docs' | 'third_party'
  /** The latest `certify` report on a real account: its day and address. */
  verified?: { date: string; report: string }
  /** `messages` says why messages are not read; `channels` says which channel listings a PMS reports, or why none. */
  notes: { reservations: string; listings: string; messages?: string; channels?: string }
  /** What a channel allows only on its own pages: why, and where. */
  byHand?: { requests?: string; preApprovals?: string }
}

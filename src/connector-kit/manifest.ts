/**
 * Holds facts about a vendor: names, limits, how its accounts are connected and read, and why something is
 * missing.
 */

/** The person who connects an account sees this field (`credential-form.ts`). */
export interface CredentialField {
  key: string
  label: string
  /** Tells where to find the value. */
  help: string
  fr: { label: string; help: string }
  secret: boolean
  /** Only these values are allowed; the first is the default. */
  choices?: { value: string; label: string; fr: string }[]
  /** The API accepts these other names for the value. */
  aliases?: string[]
  /** The value only proves the vendor's deliveries; calls do not use it. */
  provesInbound?: true
}

export interface RateLimit {
  /**
   * `account` counts per connected account, `address` per source address, shared by every account of this
   * server.
   */
  per: 'account' | 'address'
  calls: number
  windowSeconds: number
}

/**
 * Paths of resources have a limit of their own: a 429 pauses that resource alone. `:id` is one segment;
 * deeper paths belong to the same resource.
 */
export interface ResourceLimit {
  path: string
}

/**
 * Says how changed reservations are found between full walks. `queue`: the vendor repeats changes until
 * acknowledged.
 */
type SyncStrategy = 'activity-order' | 'updated-since' | 'windowed-scan' | 'queue'

/** Says what a person must do and pay before an account can be connected. Null is written as unknown. */
export interface VendorAccess {
  /** The vendor's plan that includes its API. */
  plan: string | null
  /** The steps by which somebody registers or is approved. */
  registration: string | null
  /** Beside the vendor's own subscription. */
  cost: string | null
  /** The addresses that the vendor has to be told, or counts. */
  addresses: string | null
  sources: readonly [AccessSource, ...AccessSource[]]
}

interface AccessSource {
  url: string
  /** The day on which somebody looked, as YYYY-MM-DD. */
  readOn: string
}

export interface Manifest {
  id: string
  displayName: string
  description: string
  /** The connect page has French texts too. */
  fr: { description: string; webhookByHand?: string }
  /** Tells where a person enters the webhook address, if the API takes none. */
  webhookByHand?: string
  docsUrl: string
  access: VendorAccess
  category: 'pms' | 'ota'
  /** Its rooms can be mapped to listings kept elsewhere, which it then sells on channels of its own. */
  isChannelManager?: true
  connectPattern: 'credentials' | 'oauth' | 'activation' | 'claim'
  status: 'live' | 'beta' | 'coming-soon'
  /** In `hotel` a listing is a room type and its rooms are units. */
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
    /** The calendar is read this many days ahead. */
    calendarDays: number
    /**
     * In this time zone yesterday is the first night taken; `property` means today where the listing is. Absent means
     * yesterday anywhere on earth.
     */
    nightsTakenIn?: string
    /** The vendor sends no news of bookings, so a request for fresh data reads changes first. */
    staysGoUntold?: true
    /** A booking request takes no night at the channel, so nights it holds here stay open there. */
    requestsLeaveNightsOpen?: true
    /** The vendor deletes stays so many days after their departure, or later: one that is missing then is not cancelled. */
    staysKeptDays?: number
    /** Reads reservations at this interval even if `SYNC_INTERVAL_SECONDS` is longer. */
    staysEverySeconds?: number
  }
  /**
   * Says what the reservation writes were verified against. `third_party`: only others describe these calls,
   * so they stay off until the write policy enables them.
   */
  verifiedAgainst: 'sandbox' | 'vendor_docs' | 'third_party'
  /** Names the latest `certify` report on a real account by its day and address. */
  verified?: { date: string; report: string }
  /** `messages` says why messages are not read; `channels` says which channel listings a PMS reports, or why none. */
  notes: { reservations: string; listings: string; messages?: string; channels?: string }
  /** A channel may allow something only on its own pages; this says why, and where. */
  byHand?: { requests?: string; preApprovals?: string }
}

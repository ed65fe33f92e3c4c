/**
 * Plays Vrbo as a reader of feeds. It starts from the advertiser index, reads what moved, and keeps it until the next
 * pull. What it cannot read it reports, and goes on selling the old state.
 */
import { childOf, childrenOf, readXml, textIn, type Xml } from '../../../src/connector-kit/xml.ts'
import { expandNights, type PulledNight } from './expand.ts'
import { readRates, type PulledRates } from './rates.ts'

export interface PulledListing {
  id: string
  active: boolean
  content?: Xml
  nights?: PulledNight[]
  rates?: PulledRates
  configuration?: Xml
}

/** Sends a request and returns the answer's status, tag and text. */
export type FeedRequest = (
  url: string,
  headers: Record<string, string>,
) => Promise<{ status: number; etag: string | undefined; text: string }>

export interface PullerOptions {
  feedUrl: string
  username: string
  password: string
  ask?: FeedRequest
}

export interface Pull {
  /** Numbers of documents that were read and of those that had not moved. */
  read: number
  skipped: number
  problems: string[]
}

const askByFetch: FeedRequest = async (url, headers) => {
  const answer = await fetch(url, { headers })
  return { status: answer.status, etag: answer.headers.get('etag') ?? undefined, text: await answer.text() }
}

const indexes = {
  listing: {
    url: 'advertiserListingContentIndexUrl',
    entry: 'listingContentIndexEntry',
    document: 'listingUrl',
  },
  availability: {
    url: 'advertiserUnitAvailabilityContentIndexUrl',
    entry: 'unitAvailabilityContentIndexEntry',
    document: 'unitAvailabilityContentUrl',
  },
  rates: {
    url: 'advertiserLodgingRateContentIndexUrl',
    entry: 'lodgingRateContentIndexEntry',
    document: 'lodgingRateContentUrl',
  },
  configuration: {
    url: 'advertiserLodgingConfigurationContentIndexUrl',
    entry: 'lodgingConfigurationContentIndexEntry',
    document: 'lodgingConfigurationContentUrl',
  },
} as const
type Kind = keyof typeof indexes

export class Puller {
  readonly listings = new Map<string, PulledListing>()
  assignedId: string | undefined
  readonly #options: PullerOptions
  readonly #ask: FeedRequest
  /** The date of a listing's entry when it was read, by kind and listing. */
  readonly #moved = new Map<string, string>()
  #problems: string[] = []
  #read = 0
  #skipped = 0

  constructor(options: PullerOptions) {
    this.#options = options
    this.#ask = options.ask ?? askByFetch
  }

  /** Reads everything that moved, once. */
  async pull(): Promise<Pull> {
    this.#problems = []
    this.#read = 0
    this.#skipped = 0
    const root = await this.#document(this.#options.feedUrl)
    for (const advertiser of childrenOf(childOf(root, 'advertisers'), 'advertiser')) {
      this.assignedId = textIn(advertiser, 'assignedId')
      for (const kind of Object.keys(indexes) as Kind[]) await this.#pullKind(kind, advertiser)
    }
    return { read: this.#read, skipped: this.#skipped, problems: this.#problems }
  }

  /** Returns the listings on sale there. */
  onSale(): PulledListing[] {
    return [...this.listings.values()].filter(({ active }) => active)
  }

  night(listingId: string, date: string): PulledNight | undefined {
    return this.listings.get(listingId)?.nights?.find((night) => night.date === date)
  }

  /** Whether a guest could book these nights there, by the last pull. */
  sells(listingId: string, from: string, until: string): boolean {
    const listing = this.listings.get(listingId)
    if (listing?.active !== true) return false
    for (let date = Temporal.PlainDate.from(from); String(date) < until; date = date.add({ days: 1 })) {
      const night = this.night(listingId, String(date))
      if (!night?.available || night.units < 1 || listing.rates?.prices.get(String(date)) === undefined)
        return false
    }
    return true
  }

  async #pullKind(kind: Kind, advertiser: Xml): Promise<void> {
    const { url, entry, document } = indexes[kind]
    const index = await this.#document(textIn(advertiser, url) ?? '')
    for (const row of childrenOf(childOf(index, 'advertiser'), entry)) {
      const id = textIn(row, 'listingExternalId') ?? ''
      const listing = this.listings.get(id) ?? { id, active: false }
      this.listings.set(id, listing)
      if (kind === 'listing') listing.active = textIn(row, 'active') === 'true'
      const moved = textIn(row, 'lastUpdatedDate') ?? ''
      const key = `${kind} ${id}`
      if (this.#moved.get(key) === moved) {
        this.#skipped += 1
        continue
      }
      const root = await this.#document(textIn(row, document) ?? '')
      if (!root) continue
      try {
        this.#take(kind, listing, root)
        this.#moved.set(key, moved)
        this.#read += 1
      } catch (error) {
        this.#problems.push(`${key}: ${String(error)}`)
      }
    }
  }

  #take(kind: Kind, listing: PulledListing, root: Xml): void {
    if (kind === 'availability') listing.nights = expandNights(root)
    else if (kind === 'rates') listing.rates = readRates(root)
    else if (kind === 'configuration') listing.configuration = root
    else listing.content = root
  }

  /** Returns undefined if it could not be fetched or read, which is reported. */
  async #document(url: string): Promise<Xml | undefined> {
    const { username, password } = this.#options
    const basic = Buffer.from(`${username}:${password}`).toString('base64')
    try {
      const { status, text } = await this.#ask(url, { authorization: `Basic ${basic}` })
      if (status === 200) return readXml(text).root
      this.#problems.push(`${url}: ${status}`)
    } catch (error) {
      this.#problems.push(`${url}: ${String(error)}`)
    }
    return undefined
  }
}

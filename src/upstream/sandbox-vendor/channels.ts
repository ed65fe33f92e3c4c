/**
 * A sandbox has fixture channel accounts and those connected there. They have the real limits; bookings of
 * their listings are stored here.
 */
import { Type } from 'typebox'
import type { Connector, Consent, VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import type { VendorAccess } from '../../connector-kit/manifest.ts'
import type { MessageWrites } from '../../connector-kit/message-write-operations.ts'
import { accountIn } from './account.ts'
import { channelAccounts, type ChannelAccount } from './channel-homes.ts'
import { onePage, fillOperations } from './connector.ts'
import { isConnectedName, sandboxAccount, sandboxCredentials, sandboxFields } from './credentials.ts'
import { preApprovals, specialOffers } from './inquiries.ts'
import { calendarWrites, readNights, readSeededNights } from './nights.ts'
import { ownAccount } from './queries.ts'
import { readStays, requestAnswers } from './stays.ts'
import { messageWrites, readMessages, readReviews, reviewWrites } from './threads.ts'

const none = () => []

/** A connected account is read in full; a fixture only as it was seeded. */
function readsOf({ info, listings, reservations }: ChannelAccount): VendorOperations {
  const held = async (context: VendorContext) => {
    const account = await ownAccount(accountIn(context))
    const isConnected = isConnectedName(account.name)
    const stays = (now: Date) => (isConnected ? reservations(account.name, now) : [])
    return { ...account, isConnected, stays }
  }
  return {
    probe: async () => info,
    listings: {
      async page(context) {
        const account = await held(context)
        return account.isConnected
          ? onePage(listings(account.name))
          : { ...onePage([]), unchanged: account.listings }
      },
    },
    calendar: {
      async range(context, walk) {
        const { isConnected, stays } = await held(context)
        return (isConnected ? readNights(stays) : readSeededNights).range(context, walk)
      },
    },
    reservations: {
      ...readStays(none),
      page: async (context, walk) => readStays((await held(context)).stays).page(context, walk),
    },
    messages: readMessages(none),
    reviews: readReviews(none),
  }
}

/** Simulates consent: the host's page redirects back at once as if allowed. */
const consentLike = (real: Omit<Consent, 'url'>): Consent => ({
  ...real,
  url({ redirectUri, access }) {
    const url = new URL(redirectUri)
    url.searchParams.set('code', 'sandbox')
    url.searchParams.set('scope', real.asksFor(access).join(','))
    return url.href
  },
})

interface ChannelFixture {
  id: string
  displayName: string
  docsUrl: string
  model: 'home' | 'hotel'
  /** These operations apply when the server does not know the channel. */
  usual: Partial<VendorOperations>
}

/** Nothing has to be done for an account that is made up. */
const noAccess: VendorAccess = {
  plan: null,
  registration: null,
  cost: null,
  addresses: null,
  sources: [{ url: 'https://example.com', readOn: '2026-11-29' }],
}

function channel({ id, displayName, docsUrl, model, usual }: ChannelFixture, real?: Connector): Connector {
  if (real?.callsNobody) return real
  const account = channelAccounts[id]
  if (!account) throw new Error(`no account of ${id} is made up`)
  const consent = real?.consent ?? real?.partnership?.consent
  const connector: Connector = {
    manifest: {
      id,
      displayName,
      description: `Made-up accounts of ${displayName}, as the sandbox has them.`,
      fr: { description: `Des comptes fictifs de ${displayName}, tels que le bac à sable les contient.` },
      docsUrl,
      access: real?.manifest.access ?? noAccess,
      category: 'ota',
      connectPattern: id === 'airbnb' ? 'oauth' : 'claim',
      // A server without the real channel does not know its credentials.
      status: real ? 'beta' : 'coming-soon',
      model,
      baseUrl: docsUrl,
      credentials: real ? sandboxFields(real.manifest) : [],
      rateLimits: [],
      timeoutMs: 1000,
      sync: { reservations: 'updated-since', overlapSeconds: 0, calendarDays: 365 },
      verifiedAgainst: 'vendor_docs',
      notes: { reservations: '', listings: '' },
    },
    credentials: real ? sandboxCredentials(real.credentials) : Type.Object({}),
    accountOf: (credentials) => sandboxAccount(connector, credentials),
    auth() {
      throw new Error('a sandbox has no way to a provider')
    },
    ...(consent ? { consent: consentLike(consent) } : {}),
    callsNobody: true,
    operations: { ...readsOf(account), ...(real ? fillOperations(real.operations) : usual) },
  }
  return connector
}

const files: MessageWrites['files'] = {
  types: ['image/jpeg', 'image/png'],
  perMessage: 1,
  maxBytes: 1_000_000,
}

const usual: Partial<VendorOperations> = {
  calendarWrites: calendarWrites({
    fields: { available: true, price: true, minNights: true, maxNights: true },
    batch: { changes: 100, listings: 'many' },
  }),
  messageWrites: messageWrites({ maxLength: 4000, channels: [], files }),
  reviewWrites: reviewWrites({ maxLength: 5000 }),
}

const fixtures: readonly ChannelFixture[] = [
  {
    id: 'airbnb',
    displayName: 'Airbnb',
    docsUrl: 'https://www.airbnb.com',
    model: 'home',
    usual: { ...usual, requestAnswers, preApprovals, specialOffers },
  },
  {
    id: 'booking',
    displayName: 'Booking.com',
    docsUrl: 'https://www.booking.com',
    model: 'hotel',
    usual,
  },
]

export const createSandboxChannels = (real: Readonly<Record<string, Connector>>): Record<string, Connector> =>
  Object.fromEntries(fixtures.map((fixture) => [fixture.id, channel(fixture, real[fixture.id])]))

import { entry } from './examples.ts'
import { ListingMarketState, MarketStateBody } from './market-state.ts'

export const marketStateExamples = {
  MarketStateBody: entry(MarketStateBody, { hotelId: '8122001' }),
  ListingMarketState: entry(ListingMarketState, {
    listingId: '4812',
    state: 'offline',
    channels: [
      {
        channel: 'airbnb',
        state: 'offline',
        ok: true,
        connectionId: '7',
        platformId: '53120044',
        code: 'closing',
        message: 'Every night is being closed there.',
        fix: null,
        verified: false,
      },
      {
        channel: 'vrbo',
        state: 'offline',
        ok: true,
        externalAccountId: 'lw4k7q2m9x1c8z0d',
        platformId: '4812',
        code: 'closing',
        message: 'Every night closes there when Vrbo fetches next.',
        fix: null,
        verified: false,
      },
    ],
  }),
}

import { addDays } from '../../src/connector-kit/dates.ts'
import { freeNights } from '../../src/connector-kit/testing/free-nights.ts'
import { present } from '../../src/connector-kit/testing/walk.ts'
import type { CalendarChange } from '../../src/connector-kit/calendar-write-operations.ts'
import type { ListingDraft } from '../../src/connector-kit/listing-write-operations.ts'
import type { Drives } from './drive.ts'
import { wholePrices } from './vendors.ts'

const picture = {
  url: 'https://files.example.com/door.jpg',
  contentType: 'image/jpeg',
  filename: 'door.jpg',
  bytes: async () => Buffer.from('ffd8ffe000104a464946', 'hex'),
}

/** Every section of a listing with a value that any home can take. */
const sections: Required<Omit<ListingDraft, 'amenities'>> = {
  title: 'House by the new quay',
  descriptions: {
    summary: 'By the water.',
    description: 'Quiet, with a view.',
    space: 'Two floors.',
    guestAccess: 'All of it.',
    notes: 'A dog lives next door.',
  },
  times: { checkInTimeStart: '16:00', checkInTimeEnd: '21:00', checkOutTime: '10:00' },
  capacity: { maxGuests: 7, bedrooms: 3, beds: 4, bathrooms: '2' },
  houseRules: 'No shoes inside.',
  address: { street: '4 Quai Neuf', city: 'Nantes', postalCode: '44000', countryCode: 'FR' },
  photos: [{ url: 'https://photos.example.com/new-quay.jpg', caption: 'The quay' }],
}

export const writeDrives: Pick<
  Drives,
  | 'calendarWrites'
  | 'messageWrites'
  | 'reviewWrites'
  | 'guestReviews'
  | 'guestWrites'
  | 'listingWrites'
  | 'channelContent'
  | 'listingCreation'
> = {
  channelContent: async ({ bench, operations, listings, step }) => {
    const content = present(operations.channelContent)
    const externalId = present(listings[0]).externalId
    for (const [name, part] of Object.entries(content)) {
      await step(`the ${name} of a channel listing`, () => part.read(bench.context(), externalId))
    }
    await step('texts of a channel listing', async () => {
      const change = { locale: 'en', description: { summary: 'By the water, with a view of the quay.' } }
      await content.descriptions?.write?.(bench.context(), { externalId, change })
    })
  },

  listingCreation: async ({ bench, operations, step }) => {
    const { create, find } = present(operations.listingCreation)
    const marker = 'lodgewire-0f1e2d3c'
    await step('a listing made on the channel', async () => {
      const id = await create(bench.context('guest'), {
        ...{ marker, name: 'House by the new quay', units: 1 },
        ...{ propertyTypeGroup: 'houses', propertyTypeCategory: 'house', roomTypeCategory: 'entire_home' },
        ...{ bedrooms: 2, beds: 3, bathrooms: 1.5, personCapacity: 4, latitude: 47.2, longitude: -1.55 },
        ...{ street: '4 Quai Neuf', city: 'Nantes', state: null, postalCode: '44000', countryCode: 'FR' },
      })
      const found = await find(bench.context('guest'), marker)
      if (found !== id) throw new Error(`${id} was made and ${String(found)} found`)
    })
  },

  calendarWrites: async ({ bench, operations, listings, step }) => {
    const { fields, batch, write } = present(operations.calendarWrites)
    const exact = wholePrices.has(bench.connector.manifest.id) ? '240' : '240.50'
    const values: Partial<CalendarChange>[] = [
      ...(fields.price ? [{ price: '231.00' }] : []),
      ...(fields.minNights ? [{ minNights: 3 }] : []),
      ...(fields.maxNights ? [{ maxNights: 21 }] : []),
      ...(fields.available ? [{ available: false }, { available: true }] : []),
      ...(fields.price && fields.minNights ? [{ price: exact, minNights: 2 }] : []),
    ]
    const chosen = batch.listings === 'many' ? listings.slice(0, 2) : listings.slice(0, 1)
    for (const value of values) {
      await step(`nights: ${Object.keys(value).join(', ')}`, async () => {
        const changes: CalendarChange[] = []
        for (const listing of chosen) {
          const { checkIn } = await freeNights(bench.context(), operations, listing, 6)
          for (const offset of [0, 3]) {
            changes.push({
              listingExternalId: listing.externalId,
              unitCount: listing.unitCount,
              from: addDays(checkIn, offset),
              to: addDays(checkIn, offset + 1),
              currency: listing.currency ?? null,
              ...value,
            })
          }
        }
        const { refused } = await write(bench.context('calendar'), changes.slice(0, batch.changes))
        if (refused.length > 0) throw new Error(JSON.stringify(refused))
      })
    }
  },

  messageWrites: async ({ bench, operations, conversations, step }) => {
    const { channels, files, send } = present(operations.messageWrites)
    const threads = new Map(conversations.map((thread) => [thread.platform ?? '', thread]))
    for (const thread of threads.values()) {
      const message = { conversationExternalId: thread.externalId, platform: thread.platform }
      for (const channel of [undefined, ...channels]) {
        await step(`a message by ${channel ?? 'the usual way'} to ${thread.platform}`, () =>
          send(bench.context('messages'), {
            ...message,
            body: 'The key is in the box.',
            files: [],
            ...(channel === undefined ? {} : { channel }),
          }),
        )
      }
      if (files === null) continue
      await step(`a file to ${thread.platform}`, () =>
        send(bench.context('messages'), { ...message, body: 'With a picture.', files: [picture] }),
      )
    }
  },

  reviewWrites: async ({ bench, operations, reviews, step }) => {
    // Marks alone cannot be answered everywhere.
    const open = reviews.filter(
      ({ reviewerRole, response, publicReview }) => reviewerRole === 'guest' && !response && publicReview,
    )
    // What a vendor passes on without a platform of ours it may take no answer to.
    const named = open.filter(({ platform }) => platform !== null)
    const asked = named.length > 0 ? named : open
    for (const review of new Map(asked.map((row) => [row.platform ?? '', row])).values()) {
      await step(`an answer to a review of ${review.platform}`, () =>
        present(operations.reviewWrites).reply(bench.context('messages'), {
          externalId: review.externalId,
          body: 'Come again!',
        }),
      )
    }
  },

  guestReviews: async ({ bench, operations, reviews }) => {
    const now = bench.context().now().toISOString()
    const form = reviews.find(
      ({ reviewerRole, submittedAt, expiresAt }) =>
        reviewerRole === 'host' && submittedAt === null && (expiresAt ?? '') > now,
    )
    if (form === undefined) return
    await present(operations.guestReviews).submit(bench.context('messages'), {
      externalId: form.externalId,
      publicReview: 'Left everything as it was.',
      isRevieweeRecommended: true,
      categoryRatings: (['cleanliness', 'communication', 'respect_house_rules'] as const).map((category) => ({
        category,
        rating: 5,
      })),
    })
  },

  guestWrites: async ({ bench, operations }) => {
    const { create, update } = present(operations.guestWrites)
    const guest = {
      firstName: 'Noor',
      lastName: 'Haddad',
      email: 'noor.haddad@example.com',
      phone: '+3222334455',
    }
    const made = await create?.(bench.context('guest'), { ...guest, language: 'fr' })
    if (made === undefined) return
    const change = { ...guest, lastName: 'Haddad-Klein' }
    await update?.(bench.context('guest'), { externalId: made.externalId, change })
  },

  listingWrites: async ({ bench, operations, listings, step }) => {
    const { fields, write } = present(operations.listingWrites)
    const listing = present(listings[0])
    const offered: ListingDraft = { ...sections }
    for (const name of Object.keys(sections) as (keyof typeof sections)[]) {
      if (!fields[name === 'photos' ? 'photosAdd' : name]) delete offered[name]
    }
    if (fields.amenities) {
      offered.amenities = (listing.amenities ?? []).slice(0, 2).map(({ amenityKey }) => amenityKey)
    }
    for (const [name, value] of Object.entries(offered)) {
      await step(`the listing's ${name}`, async () => {
        const { errors } = await write(bench.context('calendar'), {
          externalId: listing.externalId,
          change: { [name]: value },
        })
        const wrong = errors.filter(({ code }) => code !== 'unsupported')
        if (wrong.length > 0) throw new Error(JSON.stringify(wrong))
      })
    }
  },
}

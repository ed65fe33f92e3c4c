/** A vendor through which every kind of act can be done, with enough of everything to do it again and again. */
import { sentGuest } from '../../src/connector-kit/find-guest.ts'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import type { AlterationDraft } from '../../src/connector-kit/alteration-operations.ts'
import type { ListingDraft } from '../../src/connector-kit/listing-write-operations.ts'
import type { ReservationChange, ReservationDraft } from '../../src/connector-kit/write-operations.ts'
import type { ChannelRoom, RoomBody } from '../../src/contract/channel-content/rooms.ts'
import type { AlterationRecord, ReservationRecord } from '../../src/contract/records.ts'
import { record, relayVendor, type RelayVendor } from '../messages/relay-vendor.ts'
import { inquiry, stay } from '../sync/fake-vendor.ts'

export interface ActVendor extends RelayVendor {
  /** Nothing that was written can be read. */
  isBlind: boolean
}

export const day = (n: number) => String(Temporal.PlainDate.from('2027-01-01').add({ days: n }))
const nights = (n: number) => ({ checkIn: day(3 * n), checkOut: day(3 * n + 2) })
/** Of the booking that is made in a trial, far from those that are there. */
export const newNights = (trial: number) => nights(100 + trial)

/** For so many trials there are `own1` to be changed, `ask1` to be answered, `J1` and its thread, `V1` to be replied to. */
export function actVendor(trials: number): ActVendor {
  const vendor: ActVendor = Object.assign(relayVendor(), { isBlind: false })
  const { fake } = vendor
  for (let n = 0; n < trials; n += 1) {
    fake.stays.set(`own${n}`, stay(`own${n}`, { ...nights(n), alterations: [asked(`C${n}`, 'guest', {})] }))
    fake.stays.set(
      `ask${n}`,
      stay(`ask${n}`, {
        ...nights(30 + n),
        ...{ source: 'airbnb', status: 'pending', pendingReason: 'host_approval' },
        ...{ bookedAt: '2026-06-15T11:59:00Z', respondBy: '2026-12-31T00:00:00Z' },
      }),
    )
    fake.stays.set(`J${n}`, inquiry(`J${n}`))
    const thread = { ...record.conversation(`thread${n}`), reservationExternalId: `J${n}` }
    fake.conversations.set(`thread${n}`, thread)
    vendor.reviews.set(`V${n}`, {
      ...{ externalId: `V${n}`, platform: 'airbnb', listingExternalId: 'A', reviewerRole: 'guest' },
      ...{ rating: '5', publicReview: 'Lovely.', submittedAt: '2026-06-01T00:00:00.000Z' },
    })
    vendor.reviews.set(`W${n}`, {
      ...{ externalId: `W${n}`, platform: 'airbnb', listingExternalId: 'A', reviewerRole: 'host' },
      ...{ submittedAt: null, expiresAt: '2027-01-01T00:00:00.000Z' },
    })
  }
  const change = (externalId: string, more: Partial<ReservationRecord>) => {
    const held = fake.stays.get(externalId)
    if (held?.kind === 'reservation') fake.stays.set(externalId, { ...held, ...more })
  }
  const changesOf = (externalId: string): AlterationRecord[] => {
    const held = fake.stays.get(externalId)
    return held?.kind === 'reservation' ? (held.alterations ?? []) : []
  }
  const setChanges = (externalId: string, alterations: AlterationRecord[]) =>
    change(externalId, { alterations })
  const done = async (externalId: string, more: Partial<ReservationRecord>) => {
    await vendor.write('booking', () => change(externalId, more))
    return { externalId, errors: [] }
  }
  const markers = new Map<string, string>()
  const rooms: ChannelRoom[] = []
  Object.assign(fake.connector.operations, {
    alterations: {
      async request(_: unknown, { reservationExternalId: stayId, guestCount }: AlterationDraft) {
        const externalId = `L${stayId}`
        const requestedAt = vendor.clock?.now().toISOString() ?? null
        const row = asked(externalId, 'host', { requestedAt, guestCount: guestCount ?? null })
        await vendor.write('alteration', () => setChanges(stayId, [...changesOf(stayId), row]))
        return { externalId }
      },
      answer: (_: unknown, { externalId }: { externalId: string }) =>
        vendor.write('alteration', () => {
          const stayId = externalId.replace('C', 'own')
          setChanges(
            stayId,
            changesOf(stayId).map((row) =>
              row.externalId === externalId ? { ...row, status: 'accepted', sourceStatus: 'ACCEPTED' } : row,
            ),
          )
        }),
      of: async (_: unknown, stayId: string) => structuredClone(changesOf(stayId)),
    },
    channelContent: {
      rooms: {
        read: async () => structuredClone(rooms),
        async add(_: unknown, { item: { room_type: roomType } }: { item: RoomBody }) {
          const roomId = `room${rooms.length}`
          await vendor.write('room', () => {
            const more = { roomNumber: rooms.length + 1, beds: [], accessibilityFeatures: [] }
            rooms.push({ roomId, roomType, ...more })
          })
          return roomId
        },
        write: async (_: unknown, { change: { roomId } }: { change: { roomId: string } }) =>
          vendor.write('removal', () => {
            const place = rooms.findIndex((room) => room.roomId === roomId)
            if (place !== -1) rooms.splice(place, 1)
          }),
      },
    },
    guestReviews: {
      tagsNeededBelow: { cleanliness: 1, communication: 1, respect_house_rules: 1 },
      submit: (_: unknown, { externalId, publicReview }: { externalId: string; publicReview: string }) =>
        vendor.write('guestReview', () => {
          const form = vendor.reviews.get(externalId)
          const submittedAt = '2026-06-15T12:00:00.000Z'
          if (form) vendor.reviews.set(externalId, { ...form, publicReview, submittedAt })
        }),
    },
    reservationWrites: {
      fields: {
        ...{ customPrice: 'optional', notes: false, unit: false },
        ...{ tentative: false, sendConfirmationEmail: false },
      },
      ownSources: ['direct'],
      async create(_: unknown, draft: ReservationDraft) {
        const { checkIn, checkOut, guest, marker, totalPrice = '100.00' } = draft
        const externalId = `made${markers.size}`
        await vendor.write('booking', () => {
          markers.set(marker, externalId)
          const bookedAt = vendor.clock?.now().toISOString() ?? null
          fake.stays.set(externalId, stay(externalId, { checkIn, checkOut, guest, totalPrice, bookedAt }))
        })
        return { externalId, errors: [] }
      },
      findMarked: async (_: unknown, { marker }: { marker: string }) => [markers.get(marker) ?? []].flat(),
      modify: {
        dates: false,
        run: (_: unknown, { externalId, adults = 0 }: ReservationChange) =>
          done(externalId, { occupancy: { adults, children: 0, infants: 0, pets: 0, total: adults } }),
      },
      cancel: (_: unknown, { externalId }: { externalId: string }) =>
        done(externalId, { status: 'cancelled', statusDetail: 'cancelled_by_host' }),
    },
    requestAnswers: {
      accept: (_: unknown, { externalId }: { externalId: string }) =>
        done(externalId, { status: 'confirmed', pendingReason: null }),
      decline: (_: unknown, { externalId }: { externalId: string }) =>
        done(externalId, { status: 'cancelled', statusDetail: 'declined', pendingReason: null }),
    },
    listingWrites: {
      fields: {
        ...{ title: true, descriptions: false, times: false, capacity: false, amenities: false },
        ...{ houseRules: false, address: false, photosAdd: true, photosDelete: false },
        ...{ photosReorder: false, photoCaptions: false },
      },
      async write(_: unknown, { externalId, change: wanted }: { externalId: string; change: ListingDraft }) {
        await vendor.write('content', () => {
          const held = fake.listings.get(externalId)
          if (!held) return
          const { title, photos = [] } = wanted
          fake.listings.set(externalId, {
            ...held,
            ...(title === undefined ? {} : { publicName: title }),
            photos: [...(held.photos ?? []), ...photos].map(({ url }, sortOrder) => ({ url, sortOrder })),
          })
        })
        return { applied: Object.keys(wanted), errors: [] }
      },
    },
  })
  const { guestWrites } = fake.connector.operations
  if (guestWrites)
    guestWrites.find = async (_, draft) =>
      sentGuest(
        [...vendor.guests].map(([externalId, guest]) => ({ ...guest, externalId })),
        draft,
      )
  canBeBlind(vendor)
  return vendor
}

const asked = (
  externalId: string,
  initiator: 'guest' | 'host',
  more: Partial<AlterationRecord>,
): AlterationRecord => ({
  ...{ externalId, initiator, status: 'pending', sourceStatus: 'PENDING', listingExternalId: null },
  ...{
    checkIn: null,
    checkOut: null,
    guestCount: null,
    totalPrice: null,
    requestedAt: null,
    respondedAt: null,
  },
  ...more,
})

/** Every way to look at what was written. */
function canBeBlind(vendor: ActVendor): void {
  const trouble = () => (vendor.isBlind ? new VendorError('unavailable', 'not now') : null)
  vendor.fake.trouble = trouble
  const seeing =
    <A extends unknown[], R>(read: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      const error = trouble()
      if (error) throw error
      return read(...given)
    }
  const { reviews, specialOffers, guestWrites, reservationWrites, alterations, channelContent } =
    vendor.fake.connector.operations
  const rooms = channelContent?.rooms
  if (!reviews || !specialOffers || !guestWrites?.find || !reservationWrites || !alterations || !rooms)
    throw new Error('it lacks a way')
  alterations.of = seeing(alterations.of)
  rooms.read = seeing(rooms.read)
  reviews.page = seeing(reviews.page)
  specialOffers.standing = seeing(specialOffers.standing)
  guestWrites.find = seeing(guestWrites.find)
  reservationWrites.findMarked = seeing(reservationWrites.findMarked)
}

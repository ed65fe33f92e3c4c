import { addDays } from '../../src/connector-kit/dates.ts'
import { freeNights } from '../../src/connector-kit/testing/free-nights.ts'
import { present } from '../../src/connector-kit/testing/walk.ts'
import type { ReservationDraft } from '../../src/connector-kit/write-operations.ts'
import type { ListingRecord } from '../../src/contract/records.ts'
import type { Drives, World } from './drive.ts'
import { askings } from './vendors.ts'

const nights = 4

/** Bookings made in every way the connector offers, changed, found and cancelled; requests answered. */
export const bookingDrives: Pick<
  Drives,
  | 'reservationWrites'
  | 'requestAnswers'
  | 'hostCancellations'
  | 'bookingChanges'
  | 'preApprovals'
  | 'specialOffers'
  | 'alterations'
> = {
  reservationWrites: async (world) => {
    const { bench, operations, step } = world
    const offered = present(operations.reservationWrites)
    const { fields } = offered
    const single = world.listings.toSorted((a, b) => a.unitCount - b.unitCount)[0]
    const listing = present(single)
    const target = { listingExternalId: listing.externalId }
    const variants: Record<string, Partial<ReservationDraft>> = {
      plain: {},
      ...(fields.customPrice === 'no' ? {} : { priced: { totalPrice: '712.40' } }),
      ...(fields.notes ? { noted: { notes: 'Arrives late.' } } : {}),
      ...(fields.tentative ? { tentative: { status: 'tentative' } } : {}),
      ...(fields.sendConfirmationEmail ? { confirmed: { sendConfirmationEmail: true } } : {}),
      website: { platform: 'website' },
    }
    if (fields.unit && operations.units !== undefined) {
      const units = await operations.units.page(bench.context(), { listing, cursor: null })
      const unit = units.records[0]
      if (unit !== undefined) variants.unit = { unitExternalId: unit.externalId }
    }
    for (const [name, variant] of Object.entries(variants)) {
      await step(`a booking: ${name}`, async () => {
        const wanted = { ...(await draftOf(world, listing)), ...variant }
        const { externalId } = await offered.create(bench.context('guest'), wanted)
        await offered.findMarked(bench.context('guest'), {
          ...wanted,
          since: new Date(bench.context().now().getTime() - 600_000),
        })
        const change = { externalId, ...target }
        await step(`a change of the party: ${name}`, async () =>
          offered.modify?.run(bench.context('guest'), { ...change, adults: 1, children: 0 }),
        )
        if (offered.modify?.dates === true) {
          const dates = { checkIn: wanted.checkIn, checkOut: addDays(wanted.checkOut, -1) }
          await step(`other dates: ${name}`, async () =>
            offered.modify?.run(bench.context('guest'), { ...change, ...dates }),
          )
        }
        await step(`a cancellation: ${name}`, async () => offered.cancel?.(bench.context('guest'), change))
      })
    }
    await step('a quote', async () => {
      const { checkIn, checkOut, adults, children, currency } = await draftOf(world, listing)
      const stay = { checkIn, checkOut, adults, children, currency }
      await offered.quote?.(bench.context('guest'), { ...target, ...stay })
    })
  },

  requestAnswers: async ({ bench, operations }) => {
    const answers = present(operations.requestAnswers)
    const fields = askings[bench.connector.manifest.id]?.request
    // At Booking.com a request takes a property that wants to be asked; its suite makes one.
    if (fields === undefined) return
    const ask = async () => String((await bench.control.book(fields)).id)
    await answers.accept(bench.context('guest'), { externalId: await ask() })
    for (const reason of ['dates_not_available', 'other'] as const) {
      const answer = { externalId: await ask(), reason, message: 'Somebody was faster.' }
      await answers.decline(bench.context('guest'), answer)
    }
  },

  hostCancellations: async ({ bench, operations }) => {
    const { id } = await bench.control.book({})
    const { cancel, reasons } = present(operations.hostCancellations)
    await cancel(bench.context('guest'), { externalId: String(id), reason: reasons?.[0] ?? 'other' })
  },

  bookingChanges: async ({ bench, operations }) => {
    const { id } = await bench.control.book({})
    const externalId = String(id)
    const { preview, execute, refund } = present(operations.bookingChanges)
    const context = bench.context('guest')
    const { token, currency } = await preview(context, {
      externalId,
      guests: { adults: 2, children: 1, pets: 0 },
    })
    await execute(context, { externalId, token, description: 'One child more.' })
    await refund(context, { externalId, amount: '10.50', currency, reason: 'No hot water.' })
  },

  alterations: async ({ bench, operations }) => {
    const { id } = await bench.control.book({})
    const { request, answer, of } = present(operations.alterations)
    const context = bench.context('guest')
    const wanted = { reservationExternalId: String(id), totalPrice: '512.50' }
    const { externalId } = await request(context, wanted)
    await answer(context, { externalId, answer: 'cancel' })
    await of(context, String(id))
  },

  preApprovals: async (world) => {
    const inquiry = await anInquiry(world)
    await present(world.operations.preApprovals).approve(world.bench.context('guest'), {
      ...inquiry,
      message: 'Come and see us.',
    })
  },

  specialOffers: async (world) => {
    const { bench, operations, listings } = world
    const offers = present(operations.specialOffers)
    const inquiry = await anInquiry(world)
    const since = new Date(bench.context().now().getTime() - 600_000)
    const price =
      offers.price === 'total'
        ? { totalPrice: '480.00' }
        : { rentalAmount: '450.00', fees: [{ type: 'cleaning', value: '30.00' }] }
    const listing = present(listings[0])
    const sent = await offers.send(bench.context('guest'), {
      ...inquiry,
      listingExternalId: listing.externalId,
      ...(await freeNights(bench.context(), operations, listing, nights)),
      guests: { adults: 2, children: 0, infants: 0, pets: 0 },
      currency: listing.currency ?? null,
      message: 'A better price.',
      ...price,
    })
    await offers.standing(bench.context('guest'), { ...inquiry, since })
    await offers.withdraw(bench.context('guest'), { ...inquiry, externalId: sent.externalId })
  },
}

let drafts = 0

async function draftOf({ bench, operations }: World, listing: ListingRecord): Promise<ReservationDraft> {
  drafts += 1
  return {
    listingExternalId: listing.externalId,
    ...(await freeNights(bench.context(), operations, listing, nights)),
    status: 'confirmed',
    platform: 'direct',
    guest: {
      firstName: 'Ines',
      lastName: `Marchetti${drafts}`,
      email: `ines.marchetti.${drafts}@example.com`,
      phone: '+390612345678',
    },
    adults: 2,
    children: 1,
    ...(operations.reservationWrites?.fields.customPrice === 'required' ? { totalPrice: '640.50' } : {}),
    currency: listing.currency ?? null,
    marker: `lwconf${String(drafts).padStart(14, '0')}`,
  }
}

async function anInquiry({ bench }: World) {
  const asked = await bench.control.book(present(askings[bench.connector.manifest.id]?.inquiry))
  const inquiryExternalId = String(asked.id)
  const conversations = await bench.walk().conversations()
  const thread = conversations.records.find((row) => row.reservationExternalId === inquiryExternalId)
  return { inquiryExternalId, conversationExternalId: thread?.externalId ?? inquiryExternalId }
}

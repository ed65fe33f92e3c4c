import { addDays } from '../../src/connector-kit/dates.ts'
import { present } from '../../src/connector-kit/testing/walk.ts'
import type { PropertyOperations } from '../../src/connector-kit/property-operations.ts'
import type { Drives } from './drive.ts'

export const propertyDrives: Pick<Drives, keyof PropertyOperations> = {
  homeRules: async ({ bench, operations, listings }) => {
    const { read, write } = present(operations.homeRules)
    const context = bench.context('guest')
    const { externalId } = present(listings[0])
    await write(context, externalId, { minNights: 3, changeOverDays: ['saturday'] })
    await read(context, externalId)
  },

  bookingHook: async ({ bench, operations }) => {
    const { read, write } = present(operations.bookingHook)
    const context = bench.context('guest')
    await write(context, 'https://hooks.example.com/bookings')
    await read(context)
  },

  rateCalendar: async ({ bench, operations, step }) => {
    const { nights, pricing, property, rooms, write } = present(operations.rateCalendar)
    const context = bench.context('guest')
    const room = present((await rooms(context))[0])
    const rate = present(room.rates.find(({ isDerived, isReadOnly }) => !isDerived && !isReadOnly))
    const from = addDays(context.now().toISOString().slice(0, 10), 40)
    const about = { roomId: room.id, rateId: rate.id, from, to: addDays(from, 2), rules: {} }
    await property(context)
    await pricing(context, room.id)
    await step('nights of a room', () => nights(context, { ...about, withRates: false }))
    await step('nights of rates', () => nights(context, { ...about, withRates: true }))
    await step('rates and rules', async () => {
      const rules = { minStay: 2, maxStayArrival: 20, closedToArrival: true, closed: false }
      const price = { amount: '133.5', guests: rate.maxPersons, mostGuests: rate.maxPersons, single: '120' }
      const refused = await write(context, [{ ...about, rules, price, roomsToSell: 1 }])
      if (refused.length > 0) throw new Error(JSON.stringify(refused))
    })
  },

  bookingQueue: async ({ bench, operations, step }) => {
    const { waiting, one, acknowledge } = present(operations.bookingQueue)
    const context = bench.context('guest')
    await step('bookings that wait', async () => {
      const [first] = await waiting(context, 'new')
      if (!first) return
      await one(context, first.id)
      await acknowledge(context, 'new', [first.id])
    })
  },

  messageQueue: async ({ bench, operations }) => {
    const { front, confirm } = present(operations.messageQueue)
    const context = bench.context('guest')
    const { id } = await bench.control.book({})
    await bench.control.write({ reservationId: id, body: 'May we come earlier?', isIncoming: true })
    const { count } = await front(context)
    await confirm(context, count)
  },

  propertyCharges: async ({ bench, operations }) => {
    const { read, replace } = present(operations.propertyCharges)
    const context = bench.context('guest')
    const applicable = { from: context.now().toISOString().slice(0, 10) }
    const charge = (type: string) => ({
      charge_key: { type },
      charge_periods: [{ applicable, configuration: { amount: { value: 40, mode: 'PER_STAY' } } }],
    })
    await replace(context, { property_charges: [charge('CLEANINGFEE')], room_charges: [] })
    await replace(context, { property_charges: [charge('PETFEE')], room_charges: [] })
    await read(context)
  },

  propertyContent: async ({ bench, operations, step }) => {
    const { sections, read, write } = present(operations.propertyContent)
    const context = bench.context('guest')
    for (const [name, { unreadable }] of Object.entries(sections)) {
      if (unreadable === undefined) await step(`the property's ${name}`, () => read(context, name))
    }
    await write(context, 'description', { language_code: 'en', text: 'A house by the harbour.' })
  },

  propertySetup: async ({ bench, operations }) => {
    const setup = present(operations.propertySetup)
    const context = bench.context('guest')
    const contactEmail = 'ada@example.com'
    const company = { companyName: 'Harbour Homes', contactName: 'Ada Byron', contactEmail }
    const entity = await setup.inviteEntity(context, { ...company, country: 'HR', city: 'Split' })
    await setup.findEntity(context, contactEmail)
    const draft = {
      ...{ marker: 'a1b2c3', name: 'Harbour loft', legalEntityId: entity.id, isHotel: false },
      ...{ street: '1 Riva', city: 'Split', country: 'HR', postalCode: '21000', currency: 'EUR' },
      ...{ latitude: 43.508, longitude: 16.44, checkIn: { from: '15:00', until: '22:00' }, rooms: 1 },
      target: 'production' as const,
    }
    const { id: propertyId } = await setup.createProperty(context, draft)
    await setup.findProperty(context, draft)
    await setup.entityOf(context, propertyId)
    const unit = { propertyId, marker: 'd4e5f6', units: 1, maxGuests: 2 }
    const { roomId } = await setup.createUnit(context, unit)
    await setup.findUnit(context, unit)
    await setup.setUnits(context, propertyId, roomId, 2)
    await setup.check(context, propertyId)
  },
}

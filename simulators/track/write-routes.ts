import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { addDays, secondOf } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import { textParam, type Query } from '../kit/query.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { halPage, invalid, problem, type PageLimits } from './answers.ts'
import {
  breakdownOf,
  firstReservationId,
  guestType,
  momentsOf,
  nightsBetween,
  occupantsOf,
  type TrackWorld,
} from './projection.ts'
import { reservationFields, type Contact, type Reservation, type Unit } from './records.ts'
import { shownReservation } from './routes.ts'

type ContactBody = Partial<Pick<Contact, 'id' | 'firstName' | 'lastName' | 'country'>> &
  Partial<Record<'primaryEmail' | 'cellPhone' | 'homePhone', string>>
interface StayBody {
  unitId: number
  arrivalDate: string
  departureDate: string
}
interface BookingBody extends StayBody {
  occupants?: Partial<Record<'adults' | 'children' | 'pets', number>>
  contact?: ContactBody
  confirmationNumber?: string
}

const unknownUnit = problem(404, 'Unit was not found')

/** Routes that write bookings, quotes and contacts. Without a payment a booking is a hold. */
export function writeRoutes(app: FastifyInstance, world: TrackWorld, limits: PageLimits): void {
  const newContacts: Contact[] = []
  const contacts = (): Contact[] => {
    const guests = world.stays.all().flatMap(({ contact }) => (contact === null ? [] : [contact as Contact]))
    return [...new Map([...guests, ...newContacts].map((contact) => [contact.id, contact])).values()]
  }
  const addContact = (body: ContactBody): Contact => {
    if ([body.primaryEmail, body.cellPhone, body.homePhone].every((value) => value === undefined))
      refuse(invalid('An email or phone is required.'))
    const at = secondOf(world.nowMs())
    const contact = {
      ...{ firstName: '', lastName: '', country: 'US', primaryEmail: null, cellPhone: null },
      ...body,
      id: world.nextNumber('contact', 940_001),
      ...{ createdAt: at, updatedAt: at },
    }
    newContacts.push(contact)
    return contact
  }

  app.post<{ Body: BookingBody }>('/pms/reservations', ({ body }, reply) => {
    const unit = heldOr(world.homes.get(body.unitId), unknownUnit)
    requireFree(world, unit, body)
    const contact = addContact(heldOr(body.contact, invalid('A contact is required.')))
    const { adults = 1, children = 0, pets = 0 } = body.occupants ?? {}
    const at = secondOf(world.nowMs())
    const stay = world.addStay({
      ...(blankRow(reservationFields, firstReservationId + world.nextNumber('stay', 0)) as Reservation),
      ...{ unitId: unit.id, arrivalDate: body.arrivalDate, departureDate: body.departureDate },
      ...momentsOf(unit, body.arrivalDate, body.departureDate),
      nights: nightsBetween(body.arrivalDate, body.departureDate),
      alternates: body.confirmationNumber === undefined ? [] : [body.confirmationNumber],
      currency: world.inventedHome(unit).place.currency,
      ...{ status: 'Hold', isUnitAssigned: true, source: 'api', typeId: guestType.id, type: guestType },
      uuid: randomUUID(),
      occupants: occupantsOf({ adults, children, infants: 0, pets }),
      guestBreakdown: breakdownOf(priceOf(world, unit, body)),
      ...{ contact, contactId: contact.id, bookedAt: at, createdAt: at, updatedAt: at },
      holdExpiresAt: secondOf(world.nowMs() + 3 * 86_400_000),
    })
    return reply.send(shownReservation(world, stay))
  })

  app.post<{ Body: StayBody }>('/v2/pms/quotes', ({ body }, reply) => {
    const unit = heldOr(world.homes.get(body.unitId), unknownUnit)
    const isAvailable = body.arrivalDate < body.departureDate && takenNights(world, unit, body) === 0
    const price = priceOf(world, unit, body)
    return reply.send({
      isValid: isAvailable,
      isAvailable,
      ...(isAvailable ? {} : { error: { code: 'unavailable', message: 'Unit is not available.' } }),
      ...{ arrivalDate: body.arrivalDate, departureDate: body.departureDate, unitId: unit.id },
      currency: price.currency,
      ...breakdownOf(price),
    })
  })

  app.get<{ Querystring: Query }>('/crm/contacts', ({ query }) => {
    const [since, email] = [textParam(query, 'updatedSince'), textParam(query, 'email')]
    const found = contacts()
      .filter(({ updatedAt }) => since === undefined || updatedAt >= since)
      .filter(({ primaryEmail }) => email === undefined || primaryEmail === email)
    return halPage(found, { name: 'contacts', path: '/api/crm/contacts/', query }, limits)
  })

  app.post<{ Body: ContactBody }>('/crm/contacts', ({ body }, reply) => {
    const { primaryEmail } = body
    if (primaryEmail !== undefined && contacts().some((contact) => contact.primaryEmail === primaryEmail))
      refuse(invalid('primaryEmail must be unique.'))
    return reply.code(201).send(addContact(body))
  })
}

const stayNights = ({ arrivalDate, departureDate }: StayBody) => ({
  from: arrivalDate,
  to: addDays(departureDate, -1),
})

const takenNights = (world: TrackWorld, unit: Unit, body: StayBody): number =>
  world.nights(unit, stayNights(body)).filter(({ left }) => left === 0).length

function requireFree(world: TrackWorld, unit: Unit, body: StayBody): void {
  if (body.arrivalDate >= body.departureDate) refuse(invalid('departureDate must be after arrivalDate.'))
  if (takenNights(world, unit, body) > 0) refuse(invalid('Unit is not available.'))
}

function priceOf(world: TrackWorld, unit: Unit, body: StayBody) {
  const { place, cleaning } = world.inventedHome(unit)
  const nights = body.arrivalDate < body.departureDate ? world.nights(unit, stayNights(body)) : []
  const cents = (amount: number) => Math.round(amount * 100) / 100
  const rent = cents(nights.reduce((sum, { price }) => sum + price, 0))
  const tax = cents(rent / 9)
  return { currency: place.currency, rent, cleaning, discount: 0, tax, total: cents(rent + cleaning + tax) }
}

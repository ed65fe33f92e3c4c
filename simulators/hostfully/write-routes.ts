import type { FastifyInstance } from 'fastify'
import { addDays, secondOf } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { forbidden, invalid, leadNotFound, notFound } from './answers.ts'
import { agencyUid, orderOf, uuid, type HostfullyWorld } from './projection.ts'
import { leadFields, type Lead, type Property } from './records.ts'
import { shownLead, shownMessage, threadAt } from './routes.ts'
import type { WebhookOrder, Webhooks } from './webhooks.ts'

type LeadBody = Record<'agencyUid' | 'propertyUid' | 'type' | 'status', string> &
  Record<'checkInLocalDateTime' | 'checkOutLocalDateTime', string> & {
    guestInformation: Partial<Lead>
    notes?: string
  }
interface PeriodBody {
  operation: 'SET' | 'REMOVE'
  pricingPeriod: { propertyUid: string; date: string; price: number } & Partial<
    Record<'availableForCheckIn' | 'availableForCheckOut', boolean> & { minimumStay: number }
  >
}
interface MessageBody {
  leadUid: string
  threadUid?: string
  type: 'EMAIL' | 'DIRECT_MESSAGE'
  content: { text: string }
}

const messaged: readonly unknown[] = ['AIRBNB', 'VRBO', 'BOOKINGDOTCOM']

export function writeRoutes(app: FastifyInstance, world: HostfullyWorld): void {
  leadRoutes(app, world)

  app.post<{ Body: PeriodBody }>('/pricing-periods', ({ body: { operation, pricingPeriod } }) => {
    const { propertyUid, date, price, minimumStay, availableForCheckIn, availableForCheckOut } = pricingPeriod
    const home = heldOr(world.homes.get(propertyUid), forbidden)
    const isSet = operation === 'SET'
    const closed = (isAllowed: boolean | undefined) => (isSet && isAllowed !== undefined ? !isAllowed : null)
    // What is left out is cleared, which is the worse of two undocumented ways.
    world.setNights(
      home,
      { from: date, to: date },
      {
        price: isSet ? price : null,
        minNights: isSet ? (minimumStay ?? null) : null,
        closedToArrival: closed(availableForCheckIn),
        closedToDeparture: closed(availableForCheckOut),
      },
    )
    return { pricingPeriod }
  })

  app.post<{ Body: MessageBody }>('/messages', ({ body: { leadUid, threadUid, type, content } }) => {
    const lead = heldOr(world.stays.get(leadUid), leadNotFound)
    if (threadUid !== undefined) heldOr(threadAt(world, threadUid), notFound)
    if (type === 'DIRECT_MESSAGE' && !messaged.includes(lead.channel))
      refuse(invalid('DIRECT_MESSAGE is not available for this lead.'))
    return { message: shownMessage(world.say(lead, { body: content.text, isIncoming: false })) }
  })
}

/** The vendor books taken nights without complaint. */
function leadRoutes(app: FastifyInstance, world: HostfullyWorld): void {
  app.post<{ Body: LeadBody }>('/leads', ({ body }) => {
    if (body.agencyUid !== agencyUid) refuse(forbidden)
    const home = heldOr(world.homes.get(body.propertyUid), forbidden)
    const [checkInDate, checkOutDate] = [
      body.checkInLocalDateTime.slice(0, 10),
      body.checkOutLocalDateTime.slice(0, 10),
    ]
    if (checkInDate >= checkOutDate) refuse(invalid('The check-out must be after the check-in.'))
    const now = secondOf(world.nowMs())
    const lead = world.addStay({
      ...(blankRow(leadFields, uuid('lead', 1001 + world.nextNumber('stay', 0))) as Lead),
      ...{ propertyUid: home.uid, type: body.type, status: body.status, checkInDate, checkOutDate },
      ...{ channel: 'HOSTFULLY', source: 'HOSTFULLY_API', notes: body.notes ?? '' },
      guestUid: uuid('guest', world.nextNumber('guest', 900_000)),
      ...body.guestInformation,
      ...{ bookedUtcDateTime: now, createdUtcDateTime: now },
      ...{ updatedUtcDateTime: now, orderUpdatedUtcDateTime: now },
      order: orderOf(priceOf(world, home, checkInDate, checkOutDate)),
    })
    return { lead: shownLead(world, lead) }
  })

  app.post<{ Params: { uid: string; action: string } }>(
    '/leads/:uid/:action',
    ({ params: { uid, action } }) => {
      const lead = heldOr(world.stays.get(uid), leadNotFound)
      if (action === 'cancel') {
        if (lead.type !== 'BOOKING' || lead.status !== 'BOOKED')
          refuse(invalid('The lead cannot be cancelled.'))
        return { lead: shownLead(world, world.cancel(uid)) }
      }
      const isOpen = lead.type === 'BOOKING_REQUEST' && ['NEW', 'PENDING'].includes(lead.status ?? '')
      if (action !== 'accept' && action !== 'decline') refuse(notFound)
      if (!isOpen) refuse(invalid('Only an open booking request can be answered.'))
      const answered = action === 'accept' ? { type: 'BOOKING', status: 'BOOKED' } : { status: 'DECLINED' }
      return { lead: shownLead(world, world.apply(lead, answered)) }
    },
  )
}

const cents = (amount: number): number => Math.round(amount * 100) / 100

function priceOf(world: HostfullyWorld, home: Property, from: string, departure: string) {
  const nights = world.nights(home, { from, to: addDays(departure, -1) })
  const rent = cents(nights.reduce((sum, { price }) => sum + price, 0))
  const [cleaning, tax] = [60, cents(rent / 10)]
  const { currency } = home.pricing
  return { currency, rent, cleaning, discount: 0, tax, total: cents(rent + cleaning + tax) }
}

export function webhookRoutes(app: FastifyInstance, webhooks: Webhooks): void {
  app.get('/webhooks', () => ({ webhooks: webhooks.list() }))
  app.post<{ Body: WebhookOrder }>('/webhooks', ({ body }) => {
    if (body.agencyUid !== agencyUid) refuse(forbidden)
    return { webhook: webhooks.add(body) }
  })
  app.delete<{ Params: { uid: string } }>('/webhooks/:uid', ({ params }, reply) => {
    if (!webhooks.remove(params.uid)) refuse(notFound)
    return reply.code(204).send()
  })
}

import type { TestContext } from 'node:test'
import { childOf, childrenOf, readXml, type Xml } from '../../src/connector-kit/xml.ts'
import type { SimulatorOptions } from '../index.ts'
import {
  openSimulator,
  sender,
  type SimulatorAnswer,
  type OpenSimulator,
  type JsonRow,
} from '../kit/testing/open-simulator.ts'

export interface XmlAnswer {
  status: number
  type: string
  text: string
  root: Xml
  /** Comments behind the root. */
  comments: string[]
}

export interface TestAccount extends OpenSimulator<Record<string, JsonRow[]>> {
  token: string
  /** Sends POST if there is a body, otherwise GET. */
  ask(path: string, body?: string): Promise<XmlAnswer>
  /** Returns the ids that wait in a queue. */
  waiting(queue: 'new' | 'modify', query?: string): Promise<string[]>
  acknowledge(queue: 'new' | 'modify', ...ids: unknown[]): Promise<XmlAnswer>
}

export const queues = {
  new: ['OTA_HotelResNotif', 'HotelReservations', 'HotelReservation'],
  modify: ['OTA_HotelResModifyNotif', 'HotelResModifies', 'HotelResModify'],
} as const

export const stamped =
  'xmlns="http://www.opentravel.org/OTA/2003/05" TimeStamp="2026-05-11T09:30:00Z" Target="Production"'

export async function exchange(simulator: {
  url: string
  partner: Record<string, string>
}): Promise<SimulatorAnswer> {
  const { BOOKING_CLIENT_ID: client_id, BOOKING_CLIENT_SECRET: client_secret } = simulator.partner
  const body = { client_id, client_secret }
  return sender(simulator.url, {})('POST', '/token-based-authentication/exchange', body)
}

export async function openAccount(t: TestContext, options: SimulatorOptions = {}): Promise<TestAccount> {
  let token = ''
  const account = await openSimulator<Record<string, JsonRow[]>>(
    t,
    'booking',
    { listings: 8, reservations: 60, ...options, habits: { hotels: 1, ...options.habits } },
    {
      prefix: '',
      headers: async (simulator) => {
        token = String((await exchange(simulator)).body.jwt)
        return { authorization: `Bearer ${token}` }
      },
    },
  )
  const ask = async (path: string, body?: string): Promise<XmlAnswer> => {
    const response = await fetch(account.simulator.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/xml' },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    const { root, comments } = readXml(text)
    return { status: response.status, type: response.headers.get('content-type') ?? '', text, root, comments }
  }
  return {
    ...account,
    token,
    ask,
    waiting: async (queue, query = '') => {
      const [message, list, one] = queues[queue]
      const { root } = await ask(`/hotels/ota/${message}${query}`)
      return childrenOf(childOf(root, list), one).map((row) => reservationIdOf(row))
    },
    acknowledge: (queue, ...ids) => {
      const [message, list, one] = queues[queue]
      const rows = ids.map(
        (id) =>
          `<${one}><ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Value="${String(id)}"/></HotelReservationIDs></ResGlobalInfo></${one}>`,
      )
      return ask(
        `/hotels/ota/${message}`,
        `<${message}RS ${stamped}><Success/><${list}>${rows.join('')}</${list}></${message}RS>`,
      )
    },
  }
}

function reservationIdOf(row: Xml): string {
  const ids = childOf(childOf(row, 'ResGlobalInfo'), 'HotelReservationIDs')
  return childOf(ids, 'HotelReservationID')?.attributes.ResID_Value ?? ''
}

/** Returns all elements along a path of names. */
export const within = (root: Xml, ...names: readonly string[]): Xml[] =>
  names.reduce<Xml[]>((found, name) => found.flatMap((one) => childrenOf(one, name)), [root])

/** Returns the errors of an OTA answer. */
export const errorsIn = ({ root }: XmlAnswer): Record<string, string>[] =>
  within(root, 'Errors', 'Error').map(({ attributes }) => ({ ...attributes }))

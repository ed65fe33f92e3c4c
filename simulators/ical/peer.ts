/**
 * A platform that offers its calendar as a file and reads ours. It shows its own bookings and blocks; Airbnb's form
 * adds what it read elsewhere. It answers conditional requests, and wrongly on demand.
 */
import { createHash } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFile, type PeerEvent, type PeerPlatform } from './files.ts'
import { readClosed } from './read.ts'

/** The peer sends this instead of its file. */
interface BadAnswer {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
  /** It waits this many milliseconds before it answers. */
  afterMs?: number
}

export interface Peer {
  readonly platform: PeerPlatform
  /** The address of its file. */
  readonly url: string
  /** Requests for its file, with their condition and answer. */
  readonly asked: { ifNoneMatch: string | undefined; status: number }[]
  events: PeerEvent[]
  bad: BadAnswer | null
  /** It waits this many milliseconds before it sends its file. */
  answersAfterMs: number
  /** If true, every file has new UIDs. */
  forgetsUids: boolean
  book(first: string, until: string, more?: Partial<PeerEvent>): PeerEvent
  block(first: string, until: string): PeerEvent
  /** Imports the calendar at this address and returns the status. */
  read(url: string, get?: Get): Promise<number>
  /** Nights it will not sell: its own, and those it read. */
  closed(): Set<string>
  /** Nights it read elsewhere. */
  closedElsewhere(): Set<string>
  close(): Promise<void>
}

type Get = (
  url: string,
  headers: Record<string, string>,
) => Promise<{ status: number; text: string; headers: Record<string, string | undefined> }>

const overNetwork: Get = async (url, headers) => {
  const answer = await fetch(url, { headers })
  return { status: answer.status, text: await answer.text(), headers: Object.fromEntries(answer.headers) }
}

export function nightsBetween(first: string, until: string): string[] {
  const nights: string[] = []
  for (let night = Temporal.PlainDate.from(first); String(night) < until; night = night.add({ days: 1 }))
    nights.push(String(night))
  return nights
}

const codeOf = (number: number) => `HM${String(number).padStart(8, 'A')}`

export async function openPeer(platform: PeerPlatform): Promise<Peer> {
  let eventCount = 0
  const readFrom = new Map<string, { etag: string | undefined; closed: string[] }>()
  const createEvent = (
    kind: PeerEvent['kind'],
    first: string,
    until: string,
    more: Partial<PeerEvent> = {},
  ) => {
    eventCount += 1
    const event = {
      kind,
      first,
      until,
      uid: `${platform}-${eventCount}`,
      code: codeOf(eventCount),
      guest: 'Mia',
      ...more,
    }
    peer.events.push(event)
    return event
  }
  const visibleEvents = () => {
    const events = peer.forgetsUids
      ? peer.events.map((event) => ({ ...event, uid: `${event.uid}-${(eventCount += 1)}` }))
      : peer.events
    return writeFile[platform](events)
  }
  const answer = (
    request: { headers: { 'if-none-match'?: string | undefined } },
    response: ServerResponse,
  ) => {
    const ifNoneMatch = request.headers['if-none-match']
    const send = (status: number, headers: Record<string, string>, body: string | Buffer) => {
      peer.asked.push({ ifNoneMatch, status })
      response.writeHead(status, headers).end(body)
    }
    const { bad } = peer
    if (bad) {
      const late = () => send(bad.status ?? 200, bad.headers ?? {}, bad.body ?? '')
      if (bad.afterMs === undefined) late()
      else setTimeout(late, bad.afterMs).unref()
      return
    }
    const file = visibleEvents()
    const etag = `"${createHash('md5').update(file).digest('hex')}"`
    const give = () =>
      ifNoneMatch === etag
        ? send(304, { etag }, '')
        : send(200, { 'content-type': 'text/calendar; charset=utf-8', etag }, file)
    if (peer.answersAfterMs === 0) give()
    else setTimeout(give, peer.answersAfterMs).unref()
  }
  const server: Server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const peer: Peer = {
    platform,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar.ics?s=very-secret`,
    asked: [],
    events: [],
    bad: null,
    answersAfterMs: 0,
    forgetsUids: false,
    book: (first, until, more) => createEvent('booking', first, until, more),
    block: (first, until) => createEvent('block', first, until),
    async read(url, get = overNetwork) {
      const known = readFrom.get(url)
      const headers = known?.etag === undefined ? {} : { 'if-none-match': known.etag }
      const { status, text, headers: answerHeaders } = await get(url, headers)
      // If a calendar is gone, the nights it closed stay closed.
      if (status === 200) readFrom.set(url, { etag: answerHeaders['etag'], closed: readClosed(text) })
      return status
    },
    closed: () =>
      new Set(peer.events.flatMap(({ first, until }) => nightsBetween(first, until))).union(
        peer.closedElsewhere(),
      ),
    closedElsewhere: () => new Set([...readFrom.values()].flatMap(({ closed }) => closed)),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return peer
}

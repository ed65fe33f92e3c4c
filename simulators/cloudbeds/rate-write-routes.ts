import type { FastifyInstance } from 'fastify'
import { addDays } from '../kit/clock.ts'
import { textParam, type Query } from '../kit/query.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { refused } from './envelope.ts'
import { formOf, rows, text, type Form } from './form.ts'
import type { RoomType } from './records.ts'
import type { Store } from './store.ts'

interface Update {
  rateID: string
  roomType: RoomType
  startDate: string
  endDate: string
  /** The last of the written nights is included. */
  last: string
  settings: { rate?: number; minLos?: number; maxLos?: number; blocked?: boolean }
}

const mostIntervals = 30

/** A job writes the rates and reports its progress. */
export function rateWriteRoutes(app: FastifyInstance, store: Store): void {
  const jobs = new Map<string, { updates: Update[]; isDone: boolean }>()

  app.post<{ Body: Query }>('/patchRate', (request) => {
    const updates = rows(formOf(request), 'rates').flatMap((rate) =>
      rows(rate, 'interval').map((interval) => readUpdate(store, text(rate, 'rateID'), interval)),
    )
    if (updates.length === 0) refuse(refused('Parameter rates is required'))
    if (updates.length > mostIntervals) refuse(refused('Too many intervals'))
    const jobReferenceID = `job-${jobs.size + 1}`
    jobs.set(jobReferenceID, { updates, isDone: false })
    return { success: true, jobReferenceID }
  })

  app.get<{ Querystring: Query }>('/getRateJobs', ({ query }) => {
    const id = textParam(query, 'jobReferenceID')
    const matches = [...jobs].filter(([name]) => id === undefined || name === id)
    const data = matches.map(([jobReferenceID, { updates, isDone }]) => ({
      jobReferenceID,
      status: isDone ? 'completed' : 'in_progress',
      updates: updates.map(({ rateID, startDate, endDate, settings }) => ({
        rateID,
        action: isDone ? 'updated' : 'in_progress',
        startDate,
        endDate,
        ...settings,
      })),
    }))
    // The first look finds the job at work, and the next one finds it done.
    for (const [, job] of matches) carryOut(store, job)
    return { success: true, hasNextPage: false, data }
  })
}

function carryOut({ world }: Store, job: { updates: Update[]; isDone: boolean }): void {
  if (job.isDone) return
  job.isDone = true
  for (const { roomType, startDate, last, settings } of job.updates) {
    const { rate: price, minLos: minNights, maxLos: maxNights, blocked: isClosed } = settings
    const nightSettings = Object.entries({ price, minNights, maxNights, isClosed }).filter(
      ([, value]) => value !== undefined,
    )
    world.setNights(roomType, { from: startDate, to: last }, Object.fromEntries(nightSettings))
  }
}

function readUpdate(store: Store, rateID: string, interval: Form): Update {
  const roomType = heldOr(store.world.homes.get(rateID.slice(0, -1)), refused('Invalid rate'))
  const countsLastDay = store.countsLastDay(roomType.propertyID)
  if (!rateID.endsWith('1')) refuse(refused('Derived rates can not be updated'))
  const [startDate, endDate] = [text(interval, 'startDate'), text(interval, 'endDate')]
  const settings: Update['settings'] = {}
  for (const name of ['rate', 'minLos', 'maxLos'] as const) {
    if (interval[name] !== undefined) settings[name] = Number(text(interval, name))
  }
  if (interval.blocked !== undefined) settings.blocked = text(interval, 'blocked') === 'true'
  const last = countsLastDay ? endDate : addDays(endDate, -1)
  const rule = countsLastDay ? 'not be before' : 'be greater than'
  if (last < startDate) refuse(refused(`Parameter endDate should ${rule} startDate`))
  return { rateID, roomType, startDate, endDate, last, settings }
}

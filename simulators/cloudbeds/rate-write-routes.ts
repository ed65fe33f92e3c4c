import type { FastifyInstance } from 'fastify'
import { addDays, isDay, nextDay } from '../kit/clock.ts'
import { textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import { formOf } from './booking-write-routes.ts'
import { refused } from './envelope.ts'
import { rows, text } from './form.ts'
import type { Form } from './form.ts'
import type { NightSettings, Store } from './store.ts'

interface Update {
  rateID: string
  roomTypeID: string
  startDate: string
  endDate: string
  /** Nights that are written; the last one included. */
  last: string
  settings: NightSettings
}

const mostIntervals = 30

/** Rates written through the API: a job does it, and says how far it is. */
export function rateWriteRoutes(app: FastifyInstance, store: Store): void {
  const jobs = new Map<string, { updates: Update[]; isDone: boolean }>()

  app.post<{ Body: Query }>('/patchRate', (request, reply) => {
    const rates = rows(formOf(request), 'rates')
    const updates: Update[] = []
    for (const rate of rates) {
      for (const interval of rows(rate, 'interval')) {
        const update = readUpdate(store, text(rate, 'rateID'), interval)
        if (typeof update === 'string') return sendAnswer(reply, refused(update))
        updates.push(update)
      }
    }
    if (updates.length === 0) return sendAnswer(reply, refused('Parameter rates is required'))
    if (updates.length > mostIntervals) return sendAnswer(reply, refused('Too many intervals'))
    const jobReferenceID = `job-${jobs.size + 1}`
    jobs.set(jobReferenceID, { updates, isDone: false })
    return reply.send({ success: true, jobReferenceID })
  })

  app.get<{ Querystring: Query }>('/getRateJobs', ({ query }) => {
    const id = textParam(query, 'jobReferenceID')
    const wanted = [...jobs].filter(([name]) => id === undefined || name === id)
    const data = wanted.map(([jobReferenceID, { updates, isDone }]) => ({
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
    // Whoever looks once finds the job at work, and the next time it is done.
    for (const [, job] of wanted) carryOut(store, job)
    return { success: true, hasNextPage: false, data }
  })
}

function carryOut(store: Store, job: { updates: Update[]; isDone: boolean }): void {
  if (job.isDone) return
  job.isDone = true
  for (const { roomTypeID, startDate, last, settings } of job.updates) {
    for (let date = startDate; date <= last; date = nextDay(date)) {
      const key = `${roomTypeID} ${date}`
      store.nights.set(key, { ...store.nights.get(key), ...settings })
    }
  }
}

function readUpdate(store: Store, rateID: string, interval: Form): Update | string {
  const roomType = store.roomTypes.get(rateID.slice(0, -1))
  if (roomType === undefined) return 'Invalid rate'
  if (!rateID.endsWith('1')) return 'Derived rates can not be updated'
  const { roomTypeID } = roomType
  const [startDate, endDate] = [text(interval, 'startDate'), text(interval, 'endDate')]
  if (!isDay(startDate) || !isDay(endDate)) return 'Invalid dates'
  const settings: NightSettings = {}
  for (const name of ['rate', 'minLos', 'maxLos'] as const) {
    if (interval[name] === undefined) continue
    const value = Number(text(interval, name))
    if (!Number.isFinite(value) || value < 0) return `Parameter ${name} is invalid`
    settings[name] = value
  }
  if (interval.blocked !== undefined) settings.blocked = text(interval, 'blocked') === 'true'
  if (store.countsLastDay(roomType.propertyID)) {
    if (endDate < startDate) return 'Parameter endDate should not be before startDate'
    return { rateID, roomTypeID, startDate, endDate, last: endDate, settings }
  }
  if (endDate <= startDate) return 'Parameter endDate should be greater than startDate'
  return { rateID, roomTypeID, startDate, endDate, last: addDays(endDate, -1), settings }
}

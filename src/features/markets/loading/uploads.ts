/**
 * Uploads of the operator's market files. They go to disk before they are read, so that the sender's speed does not
 * matter, and are always removed.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, mkdtemp, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LoadedMarket } from '../../../contract/market-loading.ts'
import { validatorFor } from '../../../http/validation.ts'
import type { Route } from '../../../http/route.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Services } from '../../../services.ts'
import { findCity } from '../import/city.ts'
import { fileKinds, type MarketFileKind } from '../import/columns.ts'
import { marketKey } from '../market-key.ts'
import type { MarketFile } from '../import/read-csv.ts'
import { importCity, type ImportedCity } from './cities/import-city.ts'
import { updateProgress } from './cities/queries.ts'
import { importEvents, largestEventsFile, sourceIn, zoneIn } from './events/import-events.ts'
import { asInput, operatorLine } from './input.ts'
import { loadEventsRoute, loadMarketRoute } from './routes.ts'
import { tmpdir } from 'node:os'

/** Prefix of upload folders, which also finds those of a killed server. */
const begins = 'lodgewire-market-'
/** No upload takes so long, even in another container that shares the folder. */
const oldMs = 24 * 3_600_000

async function newFolder(): Promise<string> {
  await clearOld()
  return mkdtemp(path.join(tmpdir(), begins))
}

async function clearOld(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(begins))
  for (const name of names) {
    const folder = path.join(tmpdir(), name)
    // Another server may remove it at the same time.
    const found = await stat(folder).catch(() => null)
    if (found && Date.now() - found.mtimeMs > oldMs) await rm(folder, { recursive: true, force: true })
  }
}

/** Bytes of one file as it is sent. */
const largestCityFile = 1024 * 1024 * 1024
const noteEveryMs = 2_000

type UploadedFiles = Partial<Record<MarketFileKind, MarketFile & { bytes: number }>>

const configOf = (route: Route<Services>) => ({ config: { route: route as unknown as Route<never> } })
const isKind = (name: string): name is MarketFileKind => (fileKinds as readonly string[]).includes(name)

const wrongPart = (message: string, field: string, received?: string) =>
  new ApiError('invalid_body', message, {
    field,
    valid_values: fileKinds,
    ...(received === undefined ? {} : { value_received: received.slice(0, 200) }),
  })

async function received(request: FastifyRequest, folder: string): Promise<UploadedFiles> {
  if (!request.isMultipart())
    throw new ApiError('unsupported_media_type', 'Files of a city are sent as `multipart/form-data`.')
  try {
    return await partsTo(folder, request)
  } catch (error) {
    throw toAnswer(error as NodeJS.ErrnoException)
  }
}

/** Errors of the parser are the sender's; errors of the disk are ours. */
function toAnswer(error: NodeJS.ErrnoException): unknown {
  if (error instanceof ApiError || error.syscall !== undefined) return error
  if (error.code === 'ECONNRESET')
    return new ApiError('malformed_request', 'The connection broke off.', {}, { cause: error })
  return new ApiError(
    'invalid_body',
    `The body is no whole \`multipart/form-data\`: ${error.message}.`,
    {},
    {
      fix: 'Send the files with `curl -F`, or whatever writes such bodies; nothing was taken in.',
      cause: error,
    },
  )
}

async function partsTo(folder: string, request: FastifyRequest): Promise<UploadedFiles> {
  const files: UploadedFiles = {}
  for await (const part of request.parts()) {
    if (part.type !== 'file' || !isKind(part.fieldname))
      throw wrongPart(
        `There is no part ${JSON.stringify(part.fieldname.slice(0, 40))}: the files of a city are ${fileKinds.join(', ')}.`,
        part.fieldname.slice(0, 40),
        part.fieldname,
      )
    if (files[part.fieldname])
      throw wrongPart(`The file ${part.fieldname} stands there twice.`, part.fieldname)
    const place = path.join(folder, part.fieldname)
    await pipeline(part.file, createWriteStream(place))
    if (part.file.truncated)
      throw new ApiError(
        'payload_too_large',
        `The file ${part.fieldname} has more than ${largestCityFile / 1024 / 1024} MiB.`,
      )
    const name = path.basename(part.filename || part.fieldname).slice(0, 100)
    files[part.fieldname] = { name, bytes: part.file.bytesRead, open: () => createReadStream(place) }
  }
  return files
}

/** Stores the progress now and then, one write after the other. */
function progressOf({ db, clock }: Pick<Services, 'db' | 'clock'>, key: string, files: UploadedFiles) {
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
  let read = 0
  let noted = clock.now().getTime()
  let last: Promise<void> = Promise.resolve()
  return {
    seen: (_: MarketFileKind, more: number) => {
      read += more
      const now = clock.now().getTime()
      if (now - noted < noteEveryMs) return
      noted = now
      const soFar = { read, bytes }
      last = last.then(() => updateProgress(db, key, soFar)).catch(() => {})
    },
    end: () => last,
  }
}

const shown = (done: ImportedCity): LoadedMarket => ({
  city: done.city,
  snapshotDate: done.takenOn,
  unchanged: done.unchanged,
  listings: done.listings,
  nights: done.unchanged ? null : done.nights,
  reviews: done.unchanged ? null : done.reviews,
  priceFrom: done.unchanged ? null : done.priceFrom,
  leftOut: done.unchanged ? null : { count: done.leftOut.count, first: [...done.leftOut.first] },
})

/** Calendars are in memory during the reading, so one city is imported at a time. */
function oneAtATime() {
  let isBusy = false
  const busy = () =>
    new ApiError('rate_limit_exceeded', 'This server is loading a city; nothing was taken in of this one.', {
      retry_after: 30,
    })
  return {
    /** A client that waits before sending the body is refused early. */
    refuseEarly: async ({ headers }: FastifyRequest): Promise<void> => {
      if (isBusy && headers.expect !== undefined) throw busy()
    },
    run: async <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
      if (isBusy) {
        await letGoBy(request)
        throw busy()
      }
      isBusy = true
      try {
        return await work()
      } finally {
        isBusy = false
      }
    },
  }
}

/** A client that is still sending reads no answer; closing early would look like a broken connection. */
async function letGoBy({ raw }: FastifyRequest): Promise<void> {
  raw.resume()
  await finished(raw).catch(() => {})
}

async function loadMarket(
  services: Services,
  request: FastifyRequest,
  cityQuery: { city: string; country: string; currency: string; date?: string },
): Promise<LoadedMarket> {
  const city = await asInput(() => findCity(cityQuery))
  const folder = await newFolder()
  try {
    const { listings, ...others } = await received(request, folder)
    if (!listings)
      throw wrongPart('The file of listings is missing: send it as the part `listings`.', 'listings')
    const files = { listings, ...others }
    const progress = progressOf(services, marketKey(city.name), files)
    const { db, pool: sessions, log, clock } = services
    const loading = {
      db,
      sessions,
      log,
      now: clock.now(),
      line: operatorLine('loadMarket'),
      seen: progress.seen,
    }
    try {
      return shown(await asInput(() => importCity(loading, city, files)))
    } finally {
      await progress.end()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Register it only if there is an operator's key. */
export async function marketUploads(app: FastifyInstance, services: Services): Promise<void> {
  const { db, clock } = services
  const alone = oneAtATime()
  await app.register(async (scope) => {
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: { files: fileKinds.length + 1, fields: 5, fieldSize: 1000, fileSize: largestCityFile },
    })
    const check = validatorFor(loadMarketRoute)
    const options = { ...configOf(loadMarketRoute), onRequest: alone.refuseEarly }
    scope.put(loadMarketRoute.url, options, async (request) => {
      const params = check.params(request.params) as { city: string }
      const query = check.query(request.query) as { country: string; currency: string; date?: string }
      return alone.run(request, () => loadMarket(services, request, { ...params, ...query }))
    })
  })
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestEventsFile }, (_, body, done) =>
      done(null, body),
    )
    const check = validatorFor(loadEventsRoute)
    const limits = { ...configOf(loadEventsRoute), bodyLimit: largestEventsFile }
    scope.put(loadEventsRoute.url, limits, async (request) => {
      const { city } = check.params(request.params) as { city: string }
      const query = check.query(request.query) as { source: string; timeZone?: string }
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      return asInput(() =>
        importEvents(
          { db, now: clock.now(), line: operatorLine('loadMarketEvents') },
          { city, source: sourceIn(query.source), timeZone: zoneIn(query.timeZone) },
          { name: query.source, bytes },
        ),
      )
    })
  })
}

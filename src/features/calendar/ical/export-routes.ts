/** Routes for addresses where others read a listing's closed nights. */
import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { IcalExport, IcalExportCreateBody, IcalExportWithUrl, mostExports } from '../../../contract/ical.ts'
import { listOf, uuid } from '../../../contract/shared.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { hashApiKey, randomToken } from '../../../platform/crypto.ts'
import { idParams, PathId } from '../../../http/params/path-id.ts'
import { route, type RouteWriteContext } from '../../route.ts'
import {
  exportRow,
  exportRows,
  exportsByAge,
  exportTotal,
  insertExport,
  replaceToken,
  revokeExport,
} from './export-queries.ts'
import { feedsOf } from './feed-queries.ts'
import { toIcalExport } from './show.ts'

const tag = 'Availability'
const params = idParams('listing')
const ExportParams = Type.Object(
  { id: PathId('listing'), exportId: uuid('Id of the address.') },
  { additionalProperties: false },
)
const listing = 'params.id'

const noExport = (id: string) => new ApiError('not_found', `No calendar address ${id} of this listing.`)

const newToken = () => {
  const token = randomToken(40)
  return { token, tokenHash: hashApiKey(token), tokenEnd: token.slice(-4) }
}
const urlOf = (publicUrl: string, token: string) => `${publicUrl}/ical/${token}.ics`

async function readExport(
  tx: RouteWriteContext['services']['db'],
  scope: RouteWriteContext['scope'],
  listingId: string,
  id: string,
) {
  const row = await exportRow(tx, scope, listingId, id)
  if (!row) throw noExport(id)
  return toIcalExport(row)
}

async function createExport(context: RouteWriteContext, listingId: string, body: IcalExportCreateBody) {
  const { services, scope } = context
  const { token, ...secret } = newToken()
  const id = randomUUID()
  const feedIds = body.feedIds === undefined ? null : [...new Set(body.feedIds)]
  return writeOnce(context, async (tx) => {
    const known = feedIds === null ? [] : await feedsOf(tx, scope, listingId, feedIds)
    const unknown = feedIds?.find((feedId) => !known.includes(feedId))
    if (unknown !== undefined)
      throw new ApiError('not_found', `No calendar feed ${unknown} of this listing.`, {
        field: 'feedIds',
        value_received: unknown,
      })
    const made = {
      id,
      listingId,
      name: body.name.trim(),
      platform: body.platform,
      feedIds,
      ...secret,
      at: services.clock.now(),
    }
    if (!(await insertExport(tx, scope, made, mostExports)))
      throw new ApiError(
        'invalid_state',
        `Listing ${listingId} has ${mostExports} calendar addresses, which is the most.`,
      )
    return { ...(await readExport(tx, scope, listingId, id)), url: urlOf(services.publicUrl, token) }
  })
}

export const exportAddressRoutes = [
  route({
    method: 'GET',
    url: '/v1/listings/:id/ical-exports',
    id: 'listIcalExports',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'List calendar addresses',
    description: 'Under which others read which nights are closed; the oldest first, revoked ones too.',
    params,
    query: listQuery({}, { defaultLimit: 20 }),
    reply: listOf(IcalExport),
    errors: ['listing_inactive'],
    listing,
    handle: (context) => {
      const {
        services,
        scope,
        params: { id },
      } = context
      return listPage(context, {
        defaultLimit: 20,
        ordering: exportsByAge(id),
        rows: (page) => exportRows(services.db, scope, id, page),
        total: () => exportTotal(services.db, scope, id),
        item: toIcalExport,
      })
    },
  }),
  route({
    method: 'POST',
    url: '/v1/listings/:id/ical-exports',
    id: 'createIcalExport',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Make a calendar address',
    description:
      'One for each reader: a calendar file with the closed nights of the listing, without guests and without what the reader’s own feeds told. Only this answer shows the address.',
    params,
    body: IcalExportCreateBody,
    reply: IcalExportWithUrl,
    status: 201,
    answersTo: 'key',
    errors: ['listing_inactive', 'invalid_state'],
    listing,
    handle: (context) => createExport(context, context.params.id, context.body),
  }),
  route({
    method: 'DELETE',
    url: '/v1/listings/:id/ical-exports/:exportId',
    id: 'revokeIcalExport',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Revoke a calendar address',
    description: 'From now on it answers 404, like one that never was. Can be repeated.',
    params: ExportParams,
    reply: IcalExport,
    errors: ['listing_inactive'],
    listing,
    handle: (context) => {
      const {
        services,
        scope,
        params: { id, exportId },
      } = context
      return writeOnce(context, async (tx) => {
        await readExport(tx, scope, id, exportId)
        await revokeExport(tx, scope, { id: exportId, listingId: id, at: services.clock.now() })
        return readExport(tx, scope, id, exportId)
      })
    },
  }),
  route({
    method: 'POST',
    url: '/v1/listings/:id/ical-exports/:exportId/rotate',
    id: 'rotateIcalExport',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Replace a calendar address',
    description: 'The one before answers 404 at once. Only this answer shows the new one.',
    params: ExportParams,
    reply: IcalExportWithUrl,
    answersTo: 'key',
    errors: ['listing_inactive', 'invalid_state'],
    listing,
    handle: (context) => {
      const {
        services,
        scope,
        params: { id, exportId },
        fail,
      } = context
      const { token, ...secret } = newToken()
      return writeOnce(context, async (tx) => {
        await readExport(tx, scope, id, exportId)
        if (!(await replaceToken(tx, scope, exportId, secret)))
          return fail('invalid_state', `Calendar address ${exportId} is revoked: make another one.`, {
            currentStatus: 'revoked',
          })
        return { ...(await readExport(tx, scope, id, exportId)), url: urlOf(services.publicUrl, token) }
      })
    },
  }),
]

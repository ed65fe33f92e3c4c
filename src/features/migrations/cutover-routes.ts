/** Routes that check before a cutover; none changes imported records. */
import { Rehearsal, RehearsalBody } from '../../contract/rehearsal.ts'
import { MigrationReport } from '../../contract/migration-report.ts'
import { ChannelMap } from '../../contract/channel-map.ts'
import { CutoverCheck, CutoverCheckBody } from '../../contract/cutover-check.ts'
import { route } from '../route.ts'
import { readChannelMap } from './channel-map.ts'
import { checkCutover } from './check.ts'
import { assertMigrationExists, MigrationParams } from './migrations.ts'
import { rehearse } from './rehearse.ts'
import { buildReport } from './report.ts'

const tag = 'Migrations'
/** Fits the maximum number of stays with long codes. */
const checkBodyLimit = 4 * 1024 * 1024

export const cutoverRoutes = [
  route({
    method: 'GET',
    url: '/v1/migrations/:workspaceId/report',
    id: 'getMigrationReport',
    family: 'migrations',
    tag,
    summary: 'What a person has to decide',
    description:
      'Everything that needs a decision before the cutover, with counts and up to ten ids of each; what the old system cannot carry; and the rows that are here against those the old system counts. `clean` is never true while the two differ.',
    account: 'refused',
    params: MigrationParams,
    reply: MigrationReport,
    errors: ['not_found'],
    handle: ({ services, scope, params }) => buildReport(services, scope, params.workspaceId),
  }),

  route({
    method: 'GET',
    url: '/v1/migrations/:workspaceId/channel-map',
    id: 'getMigrationChannelMap',
    family: 'migrations',
    tag,
    summary: 'Which listing is what on which channel',
    description:
      'What Airbnb, Booking.com and Vrbo call each listing, read from the old systems at every call and never from what was stored. Takes up to 8 seconds. A system that fails, is slow or exposes no such links says so in `sources`, and hides none of the others.',
    account: 'refused',
    params: MigrationParams,
    reply: ChannelMap,
    errors: ['not_found'],
    handle: ({ services, scope, params }) => readChannelMap(services, scope, params.workspaceId),
  }),

  route({
    method: 'POST',
    url: '/v1/migrations/:workspaceId/cutover-check',
    id: 'checkMigrationCutover',
    family: 'migrations',
    tag,
    summary: 'Compare upcoming stays',
    description:
      'Your upcoming stays against those of the old system, by confirmation code and dates; up to 10,000 at a time. Stays in progress count until the day of departure, by the calendar of the property. Changes nothing.',
    account: 'refused',
    write: false,
    params: MigrationParams,
    body: CutoverCheckBody,
    bodyLimit: checkBodyLimit,
    admit: assertMigrationExists,
    reply: CutoverCheck,
    errors: ['not_found', 'invalid_body'],
    handle: ({ services, scope, params, body }) => checkCutover(services, scope, params.workspaceId, body),
  }),

  route({
    method: 'POST',
    url: '/v1/migrations/:workspaceId/rehearsal',
    id: 'rehearseMigrationCutover',
    family: 'migrations',
    tag,
    summary: 'Rehearse the cutover',
    description:
      'Goes through the cutover without doing it: a list of what is ready and what is to be done, in the order in which to do it, with a score and whether to go. Nobody is called and nothing is changed. Each is compared with the one before, so it can be run every day. Refused after the cutover.',
    account: 'refused',
    params: MigrationParams,
    body: RehearsalBody,
    bodyOptional: true,
    bodyLimit: checkBodyLimit,
    admit: assertMigrationExists,
    reply: Rehearsal,
    errors: ['not_found', 'invalid_state'],
    handle: (context) => rehearse(context, context.params.workspaceId, context.body ?? {}),
  }),
]

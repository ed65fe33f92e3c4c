/** The parts of the installation, in words. Each is judged by figures that are read already, or says that they are missing. */
import type { StatusPart } from '../../../contract/operator-status.ts'
import { createRedis } from '../../../platform/redis.ts'
import type { Config } from '../../../platform/config.ts'
import type { ConditionFigures, FigureReport, FigureSource } from '../conditions/figures.ts'
import type { JudgedCondition } from '../conditions/judge-conditions.ts'
import { isSilent } from '../conditions/mixed-version-seconds.ts'

type StatusPartState = StatusPart['state']
type StatusVerdict = [state: StatusPartState, message: string]

const redisWithinMs = 1_000
const gigabyte = 1e9
const daySeconds = 86_400

interface PartSources {
  report: FigureReport
  judged: readonly JudgedCondition[]
  config: Pick<Config, 'redisUrl'>
}

/** Says how bad the condition is, if it is met. */
function stateBy(judged: readonly JudgedCondition[], name: string): StatusPartState {
  const found = judged.find(({ condition }) => condition.name === name)
  return found?.state === 'met' ? found.condition.severity : 'ok'
}

function fromFigure<Source extends FigureSource>(
  { report }: PartSources,
  source: Source,
  judge: (figure: ConditionFigures[Source]) => StatusVerdict,
): StatusVerdict {
  const figure = report.figures[source]
  if (figure === undefined)
    return ['unknown', `It could not be read: ${report.failures[source] ?? 'no answer'}`]
  return judge(figure as ConditionFigures[Source])
}

const databasePart = (sources: PartSources): StatusVerdict => {
  const { figures, failures } = sources.report
  return figures.database === undefined
    ? ['critical', `It does not answer: ${failures.database ?? 'no answer'}`]
    : ['ok', `PostgreSQL ${figures.database.version.split(' ')[0]} answers.`]
}

const workersPart = (sources: PartSources): StatusVerdict =>
  fromFigure(sources, 'processes', (processes) => {
    const running = processes.filter((one) => !isSilent(one) && one.roles.includes('worker')).length
    if (running === 0) return ['critical', 'No process with the role worker runs: nothing is read or sent.']
    return ['ok', `${running} ${running === 1 ? 'process works' : 'processes work'}.`]
  })

const replicasPart = (sources: PartSources): StatusVerdict =>
  fromFigure(sources, 'vitals', ({ replicasUsed, replicasLeftOut }) => {
    if (replicasUsed + replicasLeftOut === 0) return ['unused', 'DATABASE_READ_URLS is not set.']
    const message = `${replicasUsed} of ${replicasUsed + replicasLeftOut} are read from.`
    return [stateBy(sources.judged, 'LodgewireReplicaLeftOut'), message]
  })

async function redisPart({ config: { redisUrl } }: PartSources): Promise<StatusVerdict> {
  if (redisUrl === undefined)
    return ['unused', 'REDIS_URL is not set: each process counts its requests alone.']
  const redis = await createRedis<Record<never, never>>(redisUrl, {})
  redis.on('error', () => {})
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer in ${redisWithinMs} ms`)), redisWithinMs)
  try {
    await Promise.race([redis.connect().then(() => redis.ping()), late])
    return ['ok', 'It answers.']
  } catch (error) {
    return [
      'warning',
      `It does not answer, so each process counts its requests alone: ${(error as Error).message}`,
    ]
  } finally {
    clearTimeout(timer)
    redis.disconnect()
  }
}

const certificatePart = (sources: PartSources): StatusVerdict =>
  fromFigure(sources, 'certificates', (ends) => {
    if (ends.length === 0)
      return ['unused', 'PUBLIC_URL names no certificate that can be looked at from here.']
    const days = Math.floor(Math.min(...ends.map(({ seconds }) => seconds)) / daySeconds)
    const message = days < 0 ? 'It has ended.' : `It ends in ${days} ${days === 1 ? 'day' : 'days'}.`
    return [stateBy(sources.judged, 'LodgewireCertificateEnding'), message]
  })

const backupPart = (sources: PartSources): StatusVerdict =>
  fromFigure(sources, 'backups', (backups) => {
    if (backups === null) return ['unused', 'BACKUP_TO is not set.']
    const { last } = backups
    if (last === null) return ['warning', 'No backup was made in BACKUP_TO yet.']
    if (last.error !== null)
      return ['warning', `The last attempt, at ${last.tried_at}, failed: ${last.error}`]
    return [
      stateBy(sources.judged, 'LodgewireBackupTooOld'),
      `The last one was made at ${last.succeeded_at}.`,
    ]
  })

/** Reads all parts; one that fails is told as unknown. */
export async function readParts(sources: PartSources): Promise<StatusPart[]> {
  const by = (name: string) => stateBy(sources.judged, name)
  const parts: Record<StatusPart['name'], () => StatusVerdict | Promise<StatusVerdict>> = {
    database: () => databasePart(sources),
    schema: () =>
      fromFigure(sources, 'schema', ({ pending }) =>
        pending.length === 0
          ? ['ok', 'All migrations are applied.']
          : ['warning', `${pending.length} migrations are not applied.`],
      ),
    replicas: () => replicasPart(sources),
    redis: () => redisPart(sources),
    workers: () => workersPart(sources),
    webhooks: () =>
      fromFigure(sources, 'deliveries', ({ dueSeconds }) => [
        by('LodgewireDeliveryBacklog'),
        dueSeconds === 0
          ? 'Deliveries are sent when they are due.'
          : `A delivery is due since ${Math.round(dueSeconds)} s.`,
      ]),
    disk: () =>
      fromFigure(sources, 'disk', ({ free, size }) => [
        by('LodgewireDiskFilling'),
        `${(free / gigabyte).toFixed(1)} of ${(size / gigabyte).toFixed(1)} GB are free.`,
      ]),
    clock: () =>
      fromFigure(sources, 'database', ({ aheadSeconds }) => [
        by('LodgewireClockWrong'),
        `It differs from that of the database by ${Math.abs(aheadSeconds).toFixed(1)} s.`,
      ]),
    certificates: () => certificatePart(sources),
    backup: () => backupPart(sources),
  }
  return Promise.all(
    Object.entries(parts).map(async ([name, read]) => {
      const [state, message] = await Promise.resolve(read()).catch((error: unknown): StatusVerdict => [
        'unknown',
        (error as Error).message,
      ])
      return { name: name as StatusPart['name'], state, message }
    }),
  )
}

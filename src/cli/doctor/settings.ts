import { readKeysFile } from '../../features/tenancy/workspaces/keys-file.ts'
import { derivePublicUrl, type Config } from '../../platform/config.ts'
import { settings } from '../../platform/settings/all-settings.ts'
import { startCommand } from '../../platform/own-command.ts'
import { listenError } from '../port.ts'
import { fail, messageOf, ok, warn } from './finding.ts'
import type { DoctorCheck, DoctorFinding } from './finding.ts'

const neededNode = 26
const answerMs = 3_000

export const settingsCheck: DoctorCheck = {
  name: 'settings',
  async run(config) {
    const findings = [...nodeVersion(), ...reachability(config), ...halves(config), ...bucket(config)]
    return findings.length > 0 ? findings : [ok('all settings are valid')]
  },
}

function nodeVersion(): DoctorFinding[] {
  if (Number(process.versions.node.split('.')[0]) >= neededNode) return []
  const advice = `Start with npm (${startCommand}), which uses the Node that was installed with Lodgewire.`
  return [fail(`this is Node ${process.versions.node}, needed is ${neededNode}`, advice)]
}

function reachability({ host, publicUrl, allowPrivateTargets }: Config): DoctorFinding[] {
  const findings: DoctorFinding[] = []
  const local = ['127.0.0.1', '::1', 'localhost'].includes(host)
  if (!local && !publicUrl) {
    findings.push(
      warn(
        `HOST is ${host} but PUBLIC_URL is not set`,
        'Set PUBLIC_URL to the address clients use; links start with it.',
      ),
    )
  }
  if (!local && allowPrivateTargets) {
    findings.push(
      warn(
        `ALLOW_PRIVATE_TARGETS is on while HOST is ${host}`,
        'Turn it off unless this is a development machine: webhooks could reach your internal network.',
      ),
    )
  }
  return findings
}

/** Settings that need each other, with the result of setting only one. */
const pairs: [keyof Config, keyof Config, string][] = [
  ['airbnbClientId', 'airbnbClientSecret', 'Airbnb takes no connections'],
  ['bookingClientId', 'bookingClientSecret', 'Booking.com takes no connections'],
  ['vrboClientId', 'vrboClientSecret', 'no account is connected to the API of Vrbo'],
  ['aiBaseUrl', 'aiModel', 'AI operations answer 501'],
  ['stripeSecretKey', 'stripePrices', 'no plans are sold'],
]

function halves(config: Config): DoctorFinding[] {
  const isSet = (key: keyof Config) => {
    const value = config[key]
    return Array.isArray(value) ? value.length > 0 : value !== undefined
  }
  return pairs.flatMap(([one, other, then]) => {
    if (isSet(one) === isSet(other)) return []
    const [there, missing] = isSet(one) ? [one, other] : [other, one]
    const { name } = settings[missing]
    return [warn(`${settings[there].name} is set and ${name} is not: ${then}`, `Set ${name} too.`)]
  })
}

function bucket({ s3Bucket, s3AccessKeyId, s3SecretAccessKey }: Config): DoctorFinding[] {
  if (s3Bucket === undefined) {
    if (s3AccessKeyId === undefined) return []
    const found = 'S3_ACCESS_KEY_ID is set and S3_BUCKET is not: files are kept in DATA_DIR/files'
    return [warn(found, 'Set S3_BUCKET too.')]
  }
  if (s3AccessKeyId !== undefined && s3SecretAccessKey !== undefined) return []
  const found = 'S3_BUCKET is set, and S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is not'
  return [fail(found, 'Set both: a server does not start without them.')]
}

export const portCheck: DoctorCheck = {
  name: 'port',
  async run({ host, port, dataDir }) {
    const noted = readKeysFile(dataDir)?.baseUrl
    if (noted !== undefined && (await isLodgewire(noted)))
      return [ok(`the server of this data folder is running at ${noted}`)]
    if (port === 0) return [ok('any free port')]
    const busy = await listenError(host, port)
    if (!busy) return [ok(`${host}:${port} is free`)]
    if (busy.code !== 'EADDRINUSE')
      return [fail(messageOf(busy), 'Set PORT and HOST to what this user may listen on.')]
    if (await isLodgewire(derivePublicUrl(host, port))) return [unknownServer(`${host}:${port}`, noted)]
    return [fail(`another program listens on ${host}:${port}`, 'Stop it or set PORT to another number.')]
  },
}

/** Without the keys file nothing says whose server this is. */
function unknownServer(place: string, noted: string | undefined): DoctorFinding {
  if (noted === undefined) return ok(`a Lodgewire server is running on ${place}`)
  return warn(
    `a Lodgewire server is running on ${place}, and the one of this data folder was last at ${noted}`,
    'If it belongs to another DATA_DIR, stop it or set PORT to another number.',
  )
}

async function isLodgewire(url: string): Promise<boolean> {
  try {
    const reply = await fetch(`${url}/v1/health`, { signal: AbortSignal.timeout(answerMs) })
    return reply.ok && ((await reply.json()) as { status?: unknown }).status === 'ok'
  } catch {
    return false
  }
}

/** Finds the server and the key of a call: options, environment, profile, then the keys of this machine's server. */
import { ownCommand } from '../../platform/own-command.ts'
import { UsageError } from '../command.ts'
import { readProfile, profileNames, usualProfile, type ServerProfile } from './profiles.ts'

export interface AccessValues {
  server: string | undefined
  profile: string | undefined
}

/** Options of every command for people. */
export const serverOptions = {
  profile: {
    type: 'string',
    value: '<name>',
    summary: `Profile of login; LODGEWIRE_PROFILE or ${usualProfile} when left out`,
  },
  server: {
    type: 'string',
    value: '<url>',
    summary: 'Server, with the key in LODGEWIRE_API_KEY; LODGEWIRE_URL when left out',
  },
} as const

/** Returns the address without what a client adds by itself. */
export function serverAddress(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`A server is an http or https address, not ${JSON.stringify(text)}.`)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new UsageError('The address of a server has no user, query or fragment.')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/v1$/, '')
}

export async function findServerAccess(values: AccessValues, env = process.env): Promise<ServerProfile> {
  const address = values.server ?? (env.LODGEWIRE_URL || undefined)
  const server = address === undefined ? undefined : serverAddress(address)
  const key = env.LODGEWIRE_API_KEY?.trim() || undefined
  if (values.profile === undefined && key !== undefined) {
    if (server !== undefined) return { server, key }
    throw new UsageError('LODGEWIRE_API_KEY needs the server in LODGEWIRE_URL or --server.')
  }
  const name = values.profile ?? (env.LODGEWIRE_PROFILE || undefined)
  const profile = readProfile(name ?? usualProfile)
  if (profile === null && name !== undefined) throw unknownProfile(name)
  const access = profile ?? (await localKeys())
  if (access === null)
    throw new UsageError(
      `There is no server to talk to yet. Run ${ownCommand} login, or set LODGEWIRE_URL and LODGEWIRE_API_KEY.`,
    )
  if (server !== undefined && server !== access.server)
    throw new UsageError(
      `The stored key belongs to ${access.server}, so it is not sent to ${server}. Set LODGEWIRE_API_KEY, or log in there with a profile of its own.`,
    )
  return access
}

function unknownProfile(name: string): UsageError {
  const names = profileNames()
  const list = names.length === 0 ? 'there are none yet' : `there are ${names.join(', ')}`
  return new UsageError(`There is no profile ${name}; ${list}. Run: ${ownCommand} login --profile ${name}`)
}

/** Beside a server that was started here nobody needs to log in. */
async function localKeys(): Promise<ServerProfile | null> {
  const [{ loadConfig }, { readKeysFile }] = await Promise.all([
    import('../../platform/config.ts'),
    import('../../features/tenancy/workspaces/keys-file.ts'),
  ])
  const keys = readKeysFile(loadConfig().dataDir)
  return keys?.baseUrl && keys.liveKey ? { server: serverAddress(keys.baseUrl), key: keys.liveKey } : null
}

/** `login` checks a key at its server and stores both as a profile; `logout` forgets them. */
import { createInterface } from 'node:readline/promises'
import { text as readText } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { isLodgewireError } from '../../../sdk/typescript/src/index.ts'
import { ownCommand } from '../../platform/own-command.ts'
import { action, jsonOption, UsageError } from '../command.ts'
import { print, printAside } from '../print.ts'
import { table } from '../table.ts'
import { describeFailure, openClient } from './client-action.ts'
import { cellOf, printSafeJson } from './print-records.ts'
import {
  assertProfileName,
  profileNames,
  readProfile,
  removeProfile,
  usualProfile,
  writeProfile,
  type ServerProfile,
} from './profiles.ts'
import { serverAddress } from './server-access.ts'

const usualServer = 'http://127.0.0.1:4000'

const profileOption = {
  profile: {
    type: 'string',
    value: '<name>',
    summary: `Name of the profile; LODGEWIRE_PROFILE or ${usualProfile} when left out`,
  },
} as const

const chosenProfile = (values: { profile: string | undefined }): string => {
  const name = values.profile ?? (process.env.LODGEWIRE_PROFILE || usualProfile)
  assertProfileName(name)
  return name
}

export const login = action({
  examples: [
    'login',
    'login --server https://api.example.com --profile work',
    'login --server https://api.example.com < key.txt',
  ],
  more: 'The key is read from the terminal without showing it, or from standard input. It is stored only if the server takes it, in a file that only you may read.',
  options: {
    server: { type: 'string', value: '<url>', summary: 'Address of the server; LODGEWIRE_URL when left out' },
    ...profileOption,
  },
  async run(values) {
    const name = chosenProfile(values)
    const setting = values.server ?? (process.env.LODGEWIRE_URL || undefined)
    const server = serverAddress(setting ?? (await readServer()))
    if (isReadableOnTheWay(server))
      printAside(`Warning: ${server} has no TLS, so machines in between can read the key.`)
    const key = await readKey(server)
    const access = { server, key }
    await checkKey(access)
    const file = writeProfile(name, access)
    print(`Logged in to ${server} as profile ${name}.`)
    printAside(`The key is in ${file}.`)
  },
})

export const logout = action({
  examples: ['logout', 'logout --profile work'],
  more: `The key stays valid at the server. The console and ${ownCommand} keys revoke end it.`,
  options: profileOption,
  async run(values) {
    const name = chosenProfile(values)
    if (!removeProfile(name)) throw new Error(`There is no profile ${name}. See: ${ownCommand} profiles`)
    print(`The key of profile ${name} was removed from this machine.`)
  },
})

export const profiles = action({
  examples: ['profiles', 'profiles --json'],
  options: jsonOption,
  async run({ json }) {
    const current = process.env.LODGEWIRE_PROFILE || usualProfile
    const rows = profileNames().map((name) => ({ name, ...serverOf(name), current: name === current }))
    if (json) return printSafeJson({ data: rows })
    if (rows.length === 0) return print(`There are no profiles yet. Run: ${ownCommand} login`)
    const cells = rows.map((row) =>
      [row.name, row.server ?? row.problem, row.current ? 'yes' : ''].map(cellOf),
    )
    print(table(['PROFILE', 'SERVER', 'CURRENT'], cells))
  },
})

function serverOf(name: string): { server: string | null; problem: string | null } {
  try {
    return { server: readProfile(name)?.server ?? null, problem: null }
  } catch (error) {
    return { server: null, problem: (error as Error).message }
  }
}

async function readServer(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError('Standard input is the key, so name the server with --server.')
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await prompt.question(`Server [${usualServer}]: `)).trim() || usualServer
  } finally {
    prompt.close()
  }
}

const isReadableOnTheWay = (server: string): boolean => {
  const { protocol, hostname } = new URL(server)
  return protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

async function readKey(server: string): Promise<string> {
  if (process.stdin.isTTY) printAside(`Make a key at ${server}/console/developers/keys and paste it here.`)
  const input = process.stdin.isTTY ? await readHidden('API key: ') : await readText(process.stdin)
  const key = input.trim()
  if (key === '') throw new UsageError('There was no key.')
  if (!/^[\x21-\x7e]{8,200}$/.test(key))
    throw new UsageError('That is no API key: it has one word without spaces.')
  return key
}

/** Reads a line of the terminal without an echo. */
function readHidden(prompt: string): Promise<string> {
  const { stdin } = process
  process.stderr.write(prompt)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stdin.resume()
  return new Promise((resolve, reject) => {
    let line = ''
    const end = (settle: () => void) => {
      stdin.off('data', take)
      stdin.setRawMode(false)
      stdin.pause()
      process.stderr.write('\n')
      settle()
    }
    const take = (chunk: string) => {
      for (const character of chunk) {
        if (character === '\r' || character === '\n' || character === '\u0004')
          return end(() => resolve(stripVTControlCharacters(line)))
        if (character === '\u0003') return end(() => reject(new Error('Nothing was stored.')))
        line = character === '\u007f' || character === '\b' ? line.slice(0, -1) : line + character
      }
    }
    stdin.on('data', take)
  })
}

/** A key without the scope for usage is a good key, too. */
async function checkKey(access: ServerProfile): Promise<void> {
  try {
    const plan: unknown = await openClient(access).get('/v1/usage/tier')
    if (typeof (plan as { tier?: unknown } | undefined)?.tier === 'string') return
  } catch (error) {
    if (isLodgewireError(error) && error.status === 401)
      throw new Error(`${access.server} does not take this key: ${error.message} Nothing was stored.`, {
        cause: error,
      })
    // The SDK gives the code internal_error to answers of other servers, such as a proxy.
    const isOurs = isLodgewireError(error) && error.code !== 'internal_error'
    if (isOurs && (error.status === 402 || error.status === 403)) return
    throw describeFailure(error, access)
  }
  throw new Error(
    `${access.server} answers, but not as Lodgewire does. Check the address. Nothing was stored.`,
  )
}

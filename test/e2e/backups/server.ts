/** A data folder with a listing, a booking and an uploaded file, whose server runs or is started again from a restored folder. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { runScript } from '../../harness/child.ts'
import { testFolder } from '../../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../../harness/server-process.ts'

export const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const env = { ALLOW_PRIVATE_TARGETS: 'true', BURST_LIMIT: '100000' }

export interface CommandResult {
  code: number | NodeJS.Signals
  out: string
  err: string
}

export interface BackedUpServer {
  folder: string
  dataDir: string
  server(): ServerProcess
  ask<T>(method: string, url: string, body?: unknown): Promise<{ status: number; body: T }>
  book(night: number): Promise<string>
  /** Path of the uploaded file. */
  file: string
  command(args: readonly string[], settings?: Record<string, string>): ReturnType<typeof runScript>
  run(args: readonly string[], settings?: Record<string, string>): Promise<CommandResult>
  /** Ends the server and starts one from another data folder. */
  restart(dataDir: string): Promise<void>
  close(): Promise<void>
}

export async function startBackedUpServer(): Promise<BackedUpServer> {
  const place = testFolder()
  const dataDir = path.join(place.folder, 'data')
  let server = await startServerProcess(dataDir, env)
  const key = server.keys.liveKey
  const ask = <T>(method: string, url: string, body?: unknown) => api<T>(server, key, method, url, body)
  const make = async <T>(url: string, body: unknown): Promise<T> => {
    const answer = await ask<T>('POST', url, body)
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body
  }
  const { id } = await make<{ id: string }>('/v1/listings', {
    ...{ name: 'Home', currency: 'EUR', defaultDailyPrice: 100 },
  })
  const granted = await make<{ uploadUrl: string; publicUrl: string }>(
    `/v1/listings/${id}/photos/upload-url`,
    { fileName: 'home.gif', fileType: 'image/gif', fileSize: picture.length },
  )
  const headers = { 'content-type': 'image/gif' }
  const { status } = await fetch(granted.uploadUrl, { method: 'PUT', body: picture, headers })
  assert.ok(status < 300)
  const first = Temporal.Now.plainDateISO('UTC').add({ days: 10 })
  const command: BackedUpServer['command'] = (args, settings = {}) =>
    runScript('src/cli.ts', [...args], {
      env: { ...env, DATA_DIR: dataDir, ...settings },
      cwd: place.folder,
    })
  return {
    ...{ folder: place.folder, dataDir, ask, command, server: () => server },
    file: new URL(granted.publicUrl).pathname,
    async book(night) {
      const stay = await make<{ id: string }>('/v1/reservations', {
        ...{ listingId: Number(id), adults: 1, guest: { firstName: `Guest ${night}` } },
        ...{ checkIn: String(first.add({ days: night })), checkOut: String(first.add({ days: night + 1 })) },
      })
      return stay.id
    },
    async run(args, settings) {
      const child = command(args, settings)
      return { code: await child.ended, out: child.out(), err: child.err() }
    },
    async restart(other) {
      await server.stop()
      server = await startServerProcess(other, env)
    },
    async close() {
      await server.stop()
      place.remove()
    },
  }
}

export interface AgeKey {
  identity: string
  recipient: string
}

export async function makeAgeKey(): Promise<AgeKey> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

export function makeFolder(...parts: string[]): string {
  const folder = path.join(...parts)
  mkdirSync(folder)
  return folder
}

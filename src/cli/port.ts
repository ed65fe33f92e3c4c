import { createServer } from 'node:net'
import type { Config } from '../platform/config.ts'

export const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535

/** Why a server could not listen there; null when it could. */
export function listenError(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const server = createServer().on('error', resolve)
    server.listen(port, host, () => server.close(() => resolve(null)))
  })
}

/** The wanted port, or 0 for any free one when another program has it. */
export async function wantedOrAny(host: string, port: number): Promise<number> {
  const error = await listenError(host, port)
  return error?.code === 'EADDRINUSE' ? 0 : port
}

const advice: Record<string, (config: Pick<Config, 'host' | 'port'>) => string> = {
  EADDRINUSE: ({ host, port }) =>
    `PORT: another program listens on ${host}:${port}. Stop it or set PORT to another number.`,
  EACCES: ({ port }) => `PORT: this user may not listen on ${port}. Set PORT to 1024 or more.`,
  ENOTFOUND: ({ host }) => `HOST: no address is known for ${host}. Set HOST to 127.0.0.1 or 0.0.0.0.`,
  EADDRNOTAVAIL: ({ host }) =>
    `HOST: this machine does not have the address ${host}. Set HOST to 127.0.0.1 or 0.0.0.0.`,
}

/** A refusal to listen becomes one that names the setting; any other error stays what it is. */
export function listenAdvice(error: Error, config: Pick<Config, 'host' | 'port'>): Error {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const text = syscall === 'listen' || syscall === 'getaddrinfo' ? advice[code] : undefined
  return text ? new Error(text(config), { cause: error }) : error
}

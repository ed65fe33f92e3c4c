import { createServer } from 'node:net'
import type { Config } from '../platform/config.ts'

export const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535

/** Returns why a server could not listen there; null if it could. */
export function listenError(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const server = createServer().on('error', resolve)
    server.listen(port, host, () => server.close(() => resolve(null)))
  })
}

/** Returns the requested port, or 0 for any free one if another program has it. */
export async function wantedOrAny(host: string, port: number): Promise<number> {
  const error = await listenError(host, port)
  return error?.code === 'EADDRINUSE' ? 0 : port
}

type ListenAddresses = Pick<Config, 'host' | 'port' | 'metricsPort'>

const advice: Record<string, (address: { setting: string; host: string; port: number }) => string> = {
  EADDRINUSE: ({ setting, host, port }) =>
    `${setting}: another program listens on ${host}:${port}. Stop it or set ${setting} to another number.`,
  EACCES: ({ setting, port }) =>
    `${setting}: this user may not listen on ${port}. Set ${setting} to 1024 or more.`,
  ENOTFOUND: ({ host }) => `HOST: no address is known for ${host}. Set HOST to 127.0.0.1 or 0.0.0.0.`,
  EADDRNOTAVAIL: ({ host }) =>
    `HOST: this machine does not have the address ${host}. Set HOST to 127.0.0.1 or 0.0.0.0.`,
}

/** Turns a failure to listen into one that names the setting; other errors stay. */
export function listenAdvice(error: Error, { host, port, metricsPort }: ListenAddresses): Error {
  const { code = '', syscall, port: wanted } = error as NodeJS.ErrnoException & { port?: number }
  const text = syscall === 'listen' || syscall === 'getaddrinfo' ? advice[code] : undefined
  if (!text) return error
  const ofMetrics = metricsPort !== undefined && wanted === metricsPort
  if (ofMetrics && metricsPort === port)
    return new Error(`METRICS_PORT: ${port} is PORT already. Set it to another number.`, { cause: error })
  const setting = ofMetrics ? 'METRICS_PORT' : 'PORT'
  return new Error(text({ setting, host, port: ofMetrics ? metricsPort : port }), { cause: error })
}

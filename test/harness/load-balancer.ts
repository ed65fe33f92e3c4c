/** Spreads requests over servers that say they are ready, as a load balancer does, and repeats nothing. */
import { once } from 'node:events'
import http, { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Between two looks at `/v1/health/ready`. */
const lookEveryMs = 100

export interface LoadBalancer {
  baseUrl: string
  add(baseUrl: string): void
  remove(baseUrl: string): void
  isServing(baseUrl: string): boolean
  close(): Promise<void>
}

export async function startLoadBalancer(): Promise<LoadBalancer> {
  const servers = new Map<string, { isReady: boolean }>()
  const agent = new http.Agent({ keepAlive: true })
  let turn = 0

  const look = async ([baseUrl, server]: [string, { isReady: boolean }]) => {
    const answer = await fetch(`${baseUrl}/v1/health/ready`).catch(() => null)
    server.isReady = answer?.ok === true
  }
  const timer = setInterval(() => void Promise.all([...servers].map(look)), lookEveryMs)

  const balancer = createServer((request, response) => {
    const ready = [...servers].filter(([, { isReady }]) => isReady).map(([baseUrl]) => baseUrl)
    const target = ready[turn++ % ready.length]
    const fail = (status: number) => {
      if (!response.headersSent) response.writeHead(status)
      response.end()
    }
    if (target === undefined) return fail(503)
    const { method, headers, url } = request
    const forwarded = http.request(`${target}${url}`, { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => fail(502))
    request.pipe(forwarded)
  })
  balancer.listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    add: (baseUrl) => void servers.set(baseUrl, { isReady: false }),
    remove: (baseUrl) => void servers.delete(baseUrl),
    isServing: (baseUrl) => servers.get(baseUrl)?.isReady === true,
    async close() {
      clearInterval(timer)
      agent.destroy()
      balancer.closeAllConnections()
      balancer.close()
      await once(balancer, 'close')
    },
  }
}

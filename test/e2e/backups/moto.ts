/** Moto is an S3 that others wrote (https://docs.getmoto.org). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findTool } from '../../harness/tools.ts'
import { freePort } from '../../harness/free-port.ts'
import { until } from '../../harness/until.ts'

export interface RunningMoto {
  url: string
  stop(): Promise<void>
}

export async function startMoto(bucket: string): Promise<RunningMoto> {
  const port = await freePort()
  const child = spawn(findTool('moto_server') ?? '', ['-H', '127.0.0.1', '-p', String(port)], {
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  await until(
    'moto to answer',
    () =>
      fetch(`${url}/${bucket}`, { method: 'PUT' }).then(
        ({ ok }) => ok,
        () => false,
      ),
    { withinMs: 60_000 },
  )
  return {
    url,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

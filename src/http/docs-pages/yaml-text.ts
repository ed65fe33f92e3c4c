/**
 * YAML is written in a thread of its own: the whole description takes seconds, which requests must not wait
 * for.
 */
import { Worker } from 'node:worker_threads'

export async function yamlText(json: string): Promise<string> {
  const url = new URL('yaml-thread.ts', import.meta.url)
  const worker = new Worker(url, { workerData: json, execArgv: [], env: {} })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The YAML thread ended with ${code} and no answer.`)))
  })
}

/** The thread in which large answers are read. What it makes of them goes back as text, which is cheaper to take over than values. */
import { parentPort } from 'node:worker_threads'
import { parseJson } from './json.ts'
import { xmlDocument } from './xml-document.ts'
import type { ParseOrder } from './parse-aside.ts'

/** null: it cannot be read. */
function read({ kind, text }: ParseOrder): string | null {
  try {
    const value = kind === 'xml' ? xmlDocument(text) : parseJson(text)
    return value === undefined ? null : JSON.stringify(value)
  } catch {
    return null
  }
}

parentPort?.on('message', (order: ParseOrder) => parentPort?.postMessage({ id: order.id, json: read(order) }))

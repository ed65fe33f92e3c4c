/** The worker thread that parses large answers. It returns text, which is cheaper to transfer than objects. */
import { parentPort } from 'node:worker_threads'
import { parseJson } from './json.ts'
import { xmlDocument } from './xml-document.ts'
import type { ParseOrder } from './parse-aside.ts'

/** Returns null when the text is unreadable. */
function read({ kind, text }: ParseOrder): string | null {
  try {
    const value = kind === 'xml' ? xmlDocument(text) : parseJson(text)
    return value === undefined ? null : JSON.stringify(value)
  } catch {
    return null
  }
}

parentPort?.on('message', (order: ParseOrder) => parentPort?.postMessage({ id: order.id, json: read(order) }))

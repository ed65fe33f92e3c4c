/** The thread turns one JSON text into YAML and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { stringify } from 'yaml'

// Folded lines are valid YAML, but they make differences between versions hard to read.
parentPort?.postMessage(stringify(JSON.parse(String(workerData)), { lineWidth: 0 }))

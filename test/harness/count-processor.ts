/** Loaded before every test process: one that runs a single file tells what the file used, with loading the product. */
import path from 'node:path'
import { keepUsedSeconds, usedSeconds } from './processor-seconds.ts'

const entry = process.argv[1] ?? ''
if (process.env['NODE_TEST_CONTEXT'] !== undefined && entry.endsWith('.test.ts'))
  process.on('exit', () => keepUsedSeconds(path.relative(process.cwd(), entry), usedSeconds()))

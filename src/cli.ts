import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { collectGarbageEarly } from './platform/garbage.ts'

collectGarbageEarly()
// Taking the types out of some hundred files on every start would be most of its time.
enableCompileCache(path.resolve(import.meta.dirname, '../node_modules/.cache/lodgewire'))
const { main } = await import('./cli/main.ts')
await main(process.argv.slice(2))

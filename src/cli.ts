import './compile-cache.js'
import { collectGarbageEarly } from './platform/garbage.ts'

collectGarbageEarly()
const { main } = await import('./cli/main.ts')
await main(process.argv.slice(2))

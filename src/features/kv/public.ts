export { startKvCleanup } from './cleanup.ts'

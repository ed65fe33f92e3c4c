/** What the server that hosts the connect page may use of it. */
export { logoOrigin } from './app-display.ts'

export { createShapes } from './shapes.ts'
